import { RECORD_LABELS, type RecordName } from '../games/game-format.ts'

const PREFIX = 'record-'

/** The `view` of the History page that shows one of the records. */
export function recordView(name: RecordName): string {
  return `${PREFIX}${name.replaceAll('_', '-')}`
}

/** The record that a view shows; null for any other view. */
export function findRecordName(view: string | null): RecordName | null {
  const names = Object.keys(RECORD_LABELS) as RecordName[]
  return names.find((name) => recordView(name) === view) ?? null
}
