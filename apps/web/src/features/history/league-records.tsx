import { points } from '../../ui/format/points.ts'
import { margin, otherSide, scoresOf, sideName, whenOf } from './game-words.ts'
import { useHistoryPage } from './history-context.ts'
import { RECORD_LABELS, RECORD_ORDER, type RecordName } from './record-names.ts'
import { Section } from './section.tsx'
import styles from './stat-card.module.css'
import type { GameRecord, LeagueRecords as Records, Season } from './use-history.ts'

type Props = { records: Records; seasons: readonly Season[] }

/** The records of single games; each opens its game. */
export function LeagueRecords({ records, seasons }: Props) {
  const excluded = seasons.filter((season) => season.records_excluded !== null)
  const note =
    excluded.length === 0
      ? {}
      : {
          note: `Without ${excluded.map(({ season, records_excluded: why }) => `${season} (${why?.reason})`).join(', ')}`,
        }
  return (
    <Section title="League Records (regular season)" {...note}>
      <ul className={styles['grid']}>
        {RECORD_ORDER.map((name) => (
          <li key={name}>
            <RecordCard name={name} record={records[name]} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function RecordCard({ name, record }: { name: RecordName; record: GameRecord | null }) {
  const { open } = useHistoryPage()
  if (record === null) {
    return (
      <div className={styles['card']}>
        <span className={styles['label']}>{RECORD_LABELS[name]}</span>
        <span className={styles['number']}>—</span>
        <span className={styles['context']}>No game counts yet</span>
      </div>
    )
  }
  const { season, game_id: game, side } = record
  return (
    <button type="button" className={styles['card']} onClick={() => open({ kind: 'game', season, game })}>
      <span className={styles['label']}>{RECORD_LABELS[name]}</span>
      <span className={styles['number']}>{figureOf(name, record)}</span>
      <span className={styles['name']}>
        {side === null
          ? `${sideName(record, 'home')} and ${sideName(record, 'away')}`
          : sideName(record, side)}
      </span>
      <span className={styles['context']}>{contextOf(record)}</span>
    </button>
  )
}

function figureOf(name: RecordName, { value }: GameRecord): string {
  return name === 'closest_win' || name === 'biggest_blowout' ? margin(value) : points(value)
}

function contextOf(record: GameRecord): string {
  const { side } = record
  if (side === null) return `${scoresOf(record, 'home')}, ${whenOf(record)}`
  const other = sideName(record, otherSide(side))
  const how = record.result === 'tie' ? 'tied with' : record.result === side ? 'over' : 'lost to'
  return `${scoresOf(record, side)} ${how} ${other}, ${whenOf(record)}`
}
