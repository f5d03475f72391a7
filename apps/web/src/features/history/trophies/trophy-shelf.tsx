import { NOTABLE_STREAK } from '@fieldhouse/domain/history/winning-streak'
import { Award, Flame, type LucideIcon, Medal, Star, TrendingUp, Trophy } from 'lucide-react'
import { formatSeasonRanges } from '../../../ui/format/season-ranges.ts'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { formatGameWeek, formatRecordValue, RECORD_LABELS } from '../games/game-format.ts'
import styles from '../history.module.css'
import { useHistoryContext } from '../history-context.ts'
import type { HistoryOverlay } from '../history-overlay.ts'
import type { OwnerHistory, Season } from '../use-history.ts'
import { TrophyPicture } from './trophy-picture.tsx'

type Piece = {
  icon: LucideIcon
  metal: 'gold' | 'silver' | 'bronze'
  count: number
  label: string
  detail: string
  /** The game or the season of an honor that has one. */
  overlay?: HistoryOverlay
}

type Props = {
  history: OwnerHistory
  /** All seasons of the league. */
  seasons: readonly Season[]
}

/** What an owner has won: finishes, dynasties, streaks, records, and the weekly awards below. */
export function TrophyShelf({ history, seasons }: Props) {
  const { renderAwards } = useHistoryContext()
  const pieces = [...listFinishes(history.owner, seasons), ...listHonors(history)]
  return (
    <Stack gap={3}>
      {pieces.length === 0 ? (
        <p className={ui.note}>
          No trophies yet. Championships, podium finishes, streaks and records will appear here.
        </p>
      ) : (
        <Grid as="ul" min={132} gap={2}>
          {pieces.map((piece) => (
            <li key={`${piece.label} ${piece.detail}`}>
              <ShelfPiece piece={piece} />
            </li>
          ))}
        </Grid>
      )}
      {renderAwards?.(history.owner)}
    </Stack>
  )
}

function ShelfPiece({ piece }: { piece: Piece }) {
  const { trophy, openOverlay } = useHistoryContext()
  const { icon: Icon, metal, count, label, detail, overlay } = piece
  const Box = overlay === undefined ? 'div' : 'button'
  return (
    <Box
      className={styles.profile}
      data-medal={metal}
      {...(overlay === undefined ? {} : { type: 'button', onClick: () => openOverlay(overlay) })}
    >
      {Icon === Trophy && trophy !== null ? (
        <TrophyPicture trophy={trophy} size="s" />
      ) : (
        <span className={styles.trophy} data-size="s" aria-hidden="true">
          <Icon size={32} />
        </span>
      )}
      <strong>{count > 1 ? `${count}× ${label}` : label}</strong>
      <span className={ui.note}>{detail}</span>
    </Box>
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

/** Seasons in a row in the top three, the longest winning streak, and league records. */
function listHonors({ marks = [], longest_streak: streak, records }: OwnerHistory): Piece[] {
  const dynasties = marks.filter(({ kind }) => kind === 'dynasty')
  return [
    ...dynasties.map(({ seasons }) => ({
      icon: Flame,
      metal: 'gold' as const,
      count: 1,
      label: `Dynasty of ${seasons.length} seasons`,
      detail: formatSeasonRanges(seasons),
    })),
    ...(streak != null && (streak.is_league_record || streak.wins >= NOTABLE_STREAK)
      ? [toStreakPiece(streak)]
      : []),
    ...records.map(({ name, record }) => ({
      icon: name === 'highest_team_game' ? Star : Award,
      metal: 'gold' as const,
      count: 1,
      label: RECORD_LABELS[name],
      detail: `League record: ${formatRecordValue(name, record)} · ${formatGameWeek(record)}`,
      overlay: { kind: 'game' as const, season: record.season, game: record.game_id },
    })),
  ]
}

function toStreakPiece(streak: NonNullable<OwnerHistory['longest_streak']>): Piece {
  const { season, wins, first_week: first, last_week: last, is_league_record: isRecord } = streak
  const weeks = `${season}, Weeks ${first}–${last}`
  return {
    icon: TrendingUp,
    metal: isRecord ? 'gold' : 'silver',
    count: 1,
    label: `${wins}-game winning streak`,
    detail: isRecord ? `League record · ${weeks}` : weeks,
    overlay: { kind: 'season', season },
  }
}
