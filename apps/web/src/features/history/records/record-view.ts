import { RECORD_LABELS, type RecordName } from '../games/game-format.ts'

const PREFIX = 'record-'

export function recordView(name: RecordName): string {
  return `${PREFIX}${name.replaceAll('_', '-')}`
}

export function findRecordName(view: string | null): RecordName | null {
  const names = Object.keys(RECORD_LABELS) as RecordName[]
  return names.find((name) => recordView(name) === view) ?? null
}
