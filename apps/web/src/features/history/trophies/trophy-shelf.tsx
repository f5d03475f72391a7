import { Award, Flame, type LucideIcon, Medal, Star, Trophy } from 'lucide-react'
import { formatSeasonRanges } from '../../../ui/format/season-ranges.ts'
import ui from '../../../ui/ui.module.css'
import { RECORD_LABELS } from '../games/game-format.ts'
import { useHistoryContext } from '../history-context.ts'
import type { OwnerHistory, Season } from '../use-history.ts'
import styles from './trophy-shelf.module.css'

type Piece = {
  icon: LucideIcon
  metal: 'gold' | 'silver' | 'bronze'
  count: number
  label: string
  detail: string
}

type Props = {
  history: OwnerHistory
  /** All seasons of the league. */
  seasons: readonly Season[]
}

/** What an owner has won: finishes, dynasties, records, and the weekly awards below. */
export function TrophyShelf({ history, seasons }: Props) {
  const { renderAwards } = useHistoryContext()
  const pieces = [...listFinishes(history.owner, seasons), ...listHonors(history)]
  return (
    <div className={ui.stack12}>
      {pieces.length === 0 ? (
        <p className={ui.note}>
          No trophies yet. Championships, podium finishes and records will appear here.
        </p>
      ) : (
        <ul className={styles.shelf}>
          {pieces.map(({ icon: Icon, metal, count, label, detail }) => (
            <li key={`${label} ${detail}`} className={styles.piece} data-metal={metal}>
              <span className={styles.medal} aria-hidden="true">
                <Icon size={32} />
              </span>
              <span className={styles.label}>{count > 1 ? `${count}× ${label}` : label}</span>
              <span className={styles.detail}>{detail}</span>
            </li>
          ))}
        </ul>
      )}
      {renderAwards?.(history.owner)}
    </div>
  )
}

const FINISHES = [
  { rank: 1, icon: Trophy, metal: 'gold', label: 'Champion' },
  { rank: 2, icon: Medal, metal: 'silver', label: 'Runner-up' },
  { rank: 3, icon: Medal, metal: 'bronze', label: 'Third place' },
] as const

function listFinishes(owner: string, seasons: readonly Season[]): Piece[] {
  return FINISHES.flatMap(({ rank, ...piece }) => {
    const years = seasons
      .filter(({ podium }) => podium.some((finish) => finish.rank === rank && finish.owner === owner))
      .map(({ season }) => season)
      .sort((a, b) => a - b)
    return years.length === 0 ? [] : [{ ...piece, count: years.length, detail: formatSeasonRanges(years) }]
  })
}

/** Seasons in a row in the top three, and league records. */
function listHonors({ marks = [], records }: OwnerHistory): Piece[] {
  const dynasties = marks.filter(({ kind }) => kind === 'dynasty')
  return [
    ...dynasties.map(({ seasons }) => ({
      icon: Flame,
      metal: 'gold' as const,
      count: 1,
      label: `Dynasty of ${seasons.length} seasons`,
      detail: formatSeasonRanges(seasons),
    })),
    ...records.map(({ name, record }) => ({
      icon: name === 'highest_team_game' ? Star : Award,
      metal: 'gold' as const,
      count: 1,
      label: RECORD_LABELS[name],
      detail: `League record, ${record.season}`,
    })),
  ]
}
