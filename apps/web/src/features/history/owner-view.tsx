import { NOTABLE_STREAK, RECORD_TITLES } from '@fieldhouse/domain/history/league-records'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import { Award, Flame, type LucideIcon, Medal, Star, TrendingUp, Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/display/avatar.tsx'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import { Stat, Stats } from '../../ui/display/stat.tsx'
import { TeamCell } from '../../ui/display/team.tsx'
import { EmptyState } from '../../ui/feedback/feedback.tsx'
import {
  formatCount,
  formatFullRecord,
  formatPoints,
  formatSeasonRanges,
  formatWinPercentage,
} from '../../ui/format/format.ts'
import { Fill, Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { lazyPart } from '../../ui/lazy-named.ts'
import ui from '../../ui/ui.module.css'
import { formatGameWeek, formatRecordValue, GameRow } from './game-row.tsx'
import styles from './history.module.css'
import { type HistoryOverlay, useHistoryContext } from './history-context.ts'
import { FactCard } from './section.tsx'
import { TrophyPicture } from './trophy-picture.tsx'
import { hasBegun, type OwnerHistory, type Season } from './use-history.ts'

const OwnerCharts = lazyPart(() => import('./charts/owner-charts.tsx'), 'OwnerCharts')

type Props = {
  history: OwnerHistory
  /** All seasons of the league. */
  seasons: readonly Season[]
}

export function OwnerView({ history, seasons }: Props) {
  return (
    <Stack gap={6}>
      <OwnerHeader history={history} />
      <Subsection title="Trophies">
        <TrophyShelf history={history} seasons={seasons} />
      </Subsection>
      <Opponents history={history} />
      <Subsection title="Seasons">
        <OwnerSeasons seasons={history.seasons} />
      </Subsection>
      <OwnerCharts seasons={seasons} owner={history.owner} />
      <Grid min={340}>
        <GameList title="Best games" games={history.best_games} />
        <GameList title="Worst games" games={history.worst_games} />
      </Grid>
      <Subsection title="Rivals">
        <Rivals history={history} />
      </Subsection>
    </Stack>
  )
}

function OwnerHeader({ history }: { history: OwnerHistory }) {
  const { owner, picture, known_as: names, totals, playoffs, marks = [] } = history
  const { getColor } = useHistoryContext()
  const droughts = marks.filter(({ kind }) => kind === 'drought')
  const aliases = names.filter((name) => name !== owner)
  return (
    <Stack gap={3}>
      <Row gap={4}>
        <Avatar name={owner} src={picture} size="l" color={getColor(owner)} />
        <Fill>
          <Text as="p" size="l" weight={600} isTitle>
            {formatCount(totals.years, 'season')}
          </Text>
          <Row as="ul" wraps>
            {droughts.map(({ seasons }) => (
              <li
                key={seasons[0]}
                className={ui.chip}
                title="In the bottom third of at least two seasons in a row"
              >
                Drought {formatSeasonRanges(seasons)}
              </li>
            ))}
          </Row>
          {aliases.length === 0 ? null : <p className={ui.muted}>Also known as {aliases.join(', ')}</p>}
        </Fill>
      </Row>
      <Stats>
        <Stat label="Regular season" value={totals.win_pct === null ? '—' : formatRecord(totals)} />
        <Stat label="Win%" value={formatWinPercentage(totals.win_pct)} />
        <Stat label="PPG" value={formatPoints(totals.ppg)} />
        <Stat label="Playoffs" value={playoffs.games === 0 ? '—' : formatRecord(playoffs)} />
      </Stats>
    </Stack>
  )
}

function Opponents({ history: { owner, nemesis, favorite_opponent: favorite } }: { history: OwnerHistory }) {
  const { openOverlay, getColor } = useHistoryContext()
  const opponents = [
    { label: 'Nemesis', rival: nemesis },
    { label: 'Favorite opponent', rival: favorite },
  ].flatMap(({ label, rival }) => (rival == null ? [] : [{ label, rival }]))
  if (opponents.length === 0) return null
  return (
    <Grid as="ul" min={260} gap={2}>
      {opponents.map(({ label, rival }) => (
        <li key={label}>
          <FactCard
            label={label}
            name={
              <TeamCell team={{ name: rival.owner, logo: rival.picture, color: getColor(rival.owner) }} />
            }
            number={formatRecord(rival)}
            context={formatWinPercentage(rival.win_pct)}
            onOpen={() => openOverlay({ kind: 'rivalry', a: owner, b: rival.owner })}
          />
        </li>
      ))}
    </Grid>
  )
}

type OwnerSeason = OwnerHistory['seasons'][number]

const SEASON_COLUMNS: readonly Column<OwnerSeason>[] = [
  {
    label: 'Rank',
    cell: (season) => (
      <span className={season.is_champion ? ui.strong : undefined}>{formatRank(season)}</span>
    ),
    views: ['Result'],
  },
  {
    label: 'W-L-T',
    value: (season) => (hasMatchups(season.scoring_format) ? formatFullRecord(season) : null),
    views: ['Result'],
  },
  {
    label: 'PF',
    value: (season) => (hasPoints(season) ? formatPoints(season.pf) : null),
    views: ['Points'],
  },
  {
    label: 'League avg',
    value: (season) => (hasPoints(season) ? formatPoints(season.mean_pf) : null),
    views: ['Points'],
  },
]

function OwnerSeasons({ seasons }: Pick<OwnerHistory, 'seasons'>) {
  const { openOverlay } = useHistoryContext()
  if (seasons.length === 0) return <EmptyState>No seasons yet.</EmptyState>
  return (
    <DataTable
      caption="Seasons"
      columns={[
        {
          label: 'Season',
          kind: 'head',
          cell: ({ season, name, logo, is_finished: isFinished }) => (
            <TeamCell
              team={{ name: String(season), logo }}
              onOpen={() => openOverlay({ kind: 'season', season })}
            >
              <Row as="span">
                {isFinished ? null : <span className={ui.chip}>In progress</span>}
                <Text size="s" tone="muted" lines={1}>
                  {name}
                </Text>
              </Row>
            </TeamCell>
          ),
        },
        ...SEASON_COLUMNS,
      ]}
      rows={seasons.toReversed()}
      keyOf={({ season, team_id: team }) => `${season} ${team}`}
      opensRows
      isPlain
    />
  )
}

function hasPoints({ scoring_format: format }: OwnerSeason): boolean {
  return format !== 'categories'
}

/** Ranks are meaningless before the first game. */
function formatRank(season: OwnerSeason) {
  const hasRank = hasBegun({ is_finished: season.is_finished, standings: [season] })
  return hasRank ? `${season.rank} of ${season.teams}` : '—'
}

function GameList({ title, games }: { title: string; games: OwnerHistory['best_games'] }) {
  return (
    <Subsection title={title}>
      {games.length === 0 ? (
        <EmptyState>No eligible games yet.</EmptyState>
      ) : (
        <Stack as="ol" gap={0} isDivided className={ui.frame}>
          {games.map(({ side, game }) => (
            <li key={`${game.season} ${game.game_id}`}>
              <GameRow game={game} side={side} />
            </li>
          ))}
        </Stack>
      )}
    </Subsection>
  )
}

function Rivals({ history: { owner, rivals } }: { history: OwnerHistory }) {
  const { openOverlay, getColor } = useHistoryContext()
  if (rivals.length === 0) return <EmptyState>No head-to-head games yet.</EmptyState>
  return (
    <DataTable
      caption="Rivals"
      columns={[
        {
          label: 'Opponent',
          kind: 'head',
          cell: (rival) => (
            <TeamCell
              team={{ name: rival.owner, logo: rival.picture, color: getColor(rival.owner) }}
              size="xs"
              onOpen={() => openOverlay({ kind: 'rivalry', a: owner, b: rival.owner })}
            />
          ),
        },
        { label: 'W-L-T', cell: (rival) => formatRecord(rival), isStrong: true },
        { label: 'Games', cell: ({ games }) => games, views: ['Record'] },
        { label: 'PF', cell: ({ pf }) => formatPoints(pf), views: ['Points'] },
        { label: 'PA', cell: ({ pa }) => formatPoints(pa), views: ['Points'] },
      ]}
      rows={rivals}
      keyOf={(rival) => rival.owner}
      opensRows
      isPlain
    />
  )
}

function Subsection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={2} aria-label={title}>
      <Text as="h3" size="l">
        {title}
      </Text>
      {children}
    </Stack>
  )
}

type Piece = {
  icon: LucideIcon
  metal: 'gold' | 'silver' | 'bronze'
  count: number
  label: string
  detail: string
  overlay?: HistoryOverlay
}

type TrophyShelfProps = {
  history: OwnerHistory
  /** All seasons of the league. */
  seasons: readonly Season[]
}

function TrophyShelf({ history, seasons }: TrophyShelfProps) {
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
      label: RECORD_TITLES[name],
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
