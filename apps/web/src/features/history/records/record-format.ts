import { formatGameWeek, formatScores, otherSide, sideName } from '../games/game-format.ts'
import type { GameRecord } from '../use-history.ts'

/** The owner who has the record; both for a record of a game. */
export function recordHolder(record: GameRecord): string {
  const { side } = record
  return side === null
    ? `${sideName(record, 'home')} and ${sideName(record, 'away')}`
    : sideName(record, side)
}

/** Such as '131.2–98.4 win over Mina · 2023, Week 14'. */
export function recordContext(record: GameRecord): string {
  const { side } = record
  const week = formatGameWeek(record)
  if (side === null) return `${formatScores(record, 'home')} · ${week}`
  const scores = formatScores(record, side)
  const opponent = sideName(record, otherSide(side))
  if (record.result === 'tie') return `${scores} tie with ${opponent} · ${week}`
  if (record.result === side) return `${scores} win over ${opponent} · ${week}`
  return `${scores} loss to ${opponent} · ${week}`
}
