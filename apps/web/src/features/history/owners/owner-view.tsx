import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import { type ReactNode, Suspense } from 'react'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { type Column, DataTable } from '../../../ui/display/data-table.tsx'
import { Stat, Stats } from '../../../ui/display/stat.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { formatPoints } from '../../../ui/format/points.ts'
import { formatFullRecord, formatWinPercentage } from '../../../ui/format/record.ts'
import { formatSeasonRanges } from '../../../ui/format/season-ranges.ts'
import { lazyNamed } from '../../../ui/lazy-named.ts'
import ui from '../../../ui/ui.module.css'
import { GameRow } from '../games/game-row.tsx'
import { useHistoryContext } from '../history-context.ts'
import { hasBegun } from '../season-status.ts'
import { TrophyShelf } from '../trophies/trophy-shelf.tsx'
import type { OwnerHistory, Season } from '../use-history.ts'
import styles from './owner-view.module.css'

const OwnerCharts = lazyNamed(() => import('../charts/owner-charts.tsx'), 'OwnerCharts')

type Props = {
  history: OwnerHistory
  /** All seasons of the league. */
  seasons: readonly Season[]
}

/** The history of one owner. */
export function OwnerView({ history, seasons }: Props) {
  return (
    <div className={styles.view}>
      <OwnerHeader history={history} />
      <Subsection title="Trophies">
        <TrophyShelf history={history} seasons={seasons} />
      </Subsection>
      <Opponents history={history} />
      <Subsection title="Seasons">
        <OwnerSeasons seasons={history.seasons} />
      </Subsection>
      <Suspense fallback={null}>
        <OwnerCharts seasons={seasons} owner={history.owner} />
      </Suspense>
      <div className={styles.columns}>
        <GameList title="Best games" games={history.best_games} />
        <GameList title="Worst games" games={history.worst_games} />
      </div>
      <Subsection title="Rivals">
        <Rivals history={history} />
      </Subsection>
    </div>
  )
}

/** Who it is. What they have won is on the shelf. */
function OwnerHeader({ history }: { history: OwnerHistory }) {
  const { owner, picture, known_as: names, totals, playoffs, marks = [] } = history
  const { getColor } = useHistoryContext()
  const droughts = marks.filter(({ kind }) => kind === 'drought')
  const aliases = names.filter((name) => name !== owner)
  return (
    <div className={styles.header}>
      <Avatar name={owner} src={picture} size="l" color={getColor(owner)} />
      <div>
        <p className={styles.seasonCount}>{formatCount(totals.years, 'season')}</p>
        {droughts.length === 0 ? null : (
          <ul className={styles.marks}>
            {droughts.map(({ seasons }) => (
              <li
                key={seasons[0]}
                className={ui.badge}
                title="In the bottom third of at least two seasons in a row"
              >
                Drought {formatSeasonRanges(seasons)}
              </li>
            ))}
          </ul>
        )}
        {aliases.length === 0 ? null : <p className={styles.aliases}>Also known as {aliases.join(', ')}</p>}
      </div>
      <div className={styles.stats}>
        <Stats>
          <Stat label="Regular season" value={totals.win_pct === null ? '—' : formatRecord(totals)} />
          <Stat label="Win%" value={formatWinPercentage(totals.win_pct)} />
          <Stat label="PPG" value={formatPoints(totals.ppg)} />
          <Stat label="Playoffs" value={playoffs.games === 0 ? '—' : formatRecord(playoffs)} />
        </Stats>
      </div>
    </div>
  )
}

/** The opponents against whom the owner has won the least and the most; nothing without them. */
function Opponents({ history: { owner, nemesis, favorite_opponent: favorite } }: { history: OwnerHistory }) {
  const { openOverlay, getColor } = useHistoryContext()
  const opponents = [
    { label: 'Nemesis', rival: nemesis },
    { label: 'Favorite opponent', rival: favorite },
  ].flatMap(({ label, rival }) => (rival == null ? [] : [{ label, rival }]))
  if (opponents.length === 0) return null
  return (
    <ul className={styles.opponents}>
      {opponents.map(({ label, rival }) => (
        <li key={label}>
          <button
            type="button"
            className={`${ui.frame} ${styles.opponent}`}
            onClick={() => openOverlay({ kind: 'rivalry', a: owner, b: rival.owner })}
          >
            <Avatar name={rival.owner} src={rival.picture} size="m" color={getColor(rival.owner)} />
            <span>
              <span className={ui.note}>{label}</span> <span className={styles.name}>{rival.owner}</span>
            </span>
            <span className={styles.record}>
              {formatRecord(rival)} <span className={ui.note}>{formatWinPercentage(rival.win_pct)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

type OwnerSeason = OwnerHistory['seasons'][number]

const SEASON_COLUMNS: readonly Column<OwnerSeason>[] = [
  {
    id: 'rank',
    label: 'Rank',
    cell: (season) => (
      <span className={season.is_champion ? styles.title : undefined}>{formatRank(season)}</span>
    ),
    views: ['Result'],
  },
  {
    id: 'record',
    label: 'W-L-T',
    value: (season) => (hasMatchups(season.scoring_format) ? formatFullRecord(season) : null),
    views: ['Result'],
  },
  {
    id: 'pf',
    label: 'PF',
    value: (season) => (hasPoints(season) ? formatPoints(season.pf) : null),
    views: ['Points'],
  },
  {
    id: 'average',
    label: 'League avg',
    value: (season) => (hasPoints(season) ? formatPoints(season.mean_pf) : null),
    views: ['Points'],
  },
]

/** An owner's seasons, newest first. A row opens the season's standings. */
function OwnerSeasons({ seasons }: Pick<OwnerHistory, 'seasons'>) {
  const { openOverlay } = useHistoryContext()
  if (seasons.length === 0) return <EmptyState>No seasons yet.</EmptyState>
  return (
    <DataTable
      caption="Seasons"
      columns={[
        {
          id: 'season',
          label: 'Season',
          cell: ({ season, name, is_finished: isFinished }) => (
            <>
              <button
                type="button"
                className={styles.year}
                onClick={() => openOverlay({ kind: 'season', season })}
              >
                {season}
              </button>{' '}
              {isFinished ? null : <span className={ui.badge}>In progress</span>}{' '}
              <span className={ui.note}>{name}</span>
            </>
          ),
        },
        ...SEASON_COLUMNS,
      ]}
      rows={seasons.toReversed()}
      keyOf={({ season, team_id: team }) => `${season} ${team}`}
      head="season"
      opensRows
      isPlain
      isDense
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
        <ol className={styles.list}>
          {games.map(({ side, game }) => (
            <li key={`${game.season} ${game.game_id}`}>
              <GameRow game={game} side={side} />
            </li>
          ))}
        </ol>
      )}
    </Subsection>
  )
}

/** An owner's opponents. Each row opens all games between the two. */
function Rivals({ history: { owner, rivals } }: { history: OwnerHistory }) {
  const { openOverlay, getColor } = useHistoryContext()
  if (rivals.length === 0) return <EmptyState>No head-to-head games yet.</EmptyState>
  return (
    <ul className={styles.rivals}>
      {rivals.map((rival) => (
        <li key={rival.owner}>
          <button
            type="button"
            className={styles.row}
            onClick={() => openOverlay({ kind: 'rivalry', a: owner, b: rival.owner })}
          >
            <Avatar name={rival.owner} src={rival.picture} color={getColor(rival.owner)} />
            <span className={styles.name}>{rival.owner}</span>
            <span className={styles.record}>{formatRecord(rival)}</span>
            <span className={styles.details}>
              {formatCount(rival.games, 'game')} · {formatPoints(rival.pf)} PF · {formatPoints(rival.pa)} PA
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Subsection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`${ui.stack8} ${styles.section}`} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
