import { lazy, type ReactNode, Suspense } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatCount } from '../../ui/format/count.ts'
import { formatPoints } from '../../ui/format/points.ts'
import { formatRecord } from '../../ui/format/record.ts'
import { formatWinPercentage } from '../../ui/format/win-percentage.ts'
import { GameRow } from './game-row.tsx'
import { OwnerSeasons } from './owner-seasons.tsx'
import styles from './owner-view.module.css'
import { RECORD_LABELS } from './record-labels.ts'
import { RivalRows } from './rival-rows.tsx'
import type { OwnerHistory, Season } from './use-history.ts'

const OwnerCharts = lazy(() =>
  import('./charts/owner-charts.tsx').then((file) => ({ default: file.OwnerCharts })),
)

type Props = {
  history: OwnerHistory
  /** All seasons of the league. */
  seasons: readonly Season[]
}

/** The history of one owner. */
export function OwnerView({ history, seasons }: Props) {
  return (
    <div className={styles['view']}>
      <OwnerHeader history={history} />
      <Subsection title="Seasons">
        <OwnerSeasons seasons={history.seasons} />
      </Subsection>
      <Suspense fallback={null}>
        <OwnerCharts seasons={seasons} owner={history.owner} />
      </Suspense>
      {history.records.length === 0 ? null : (
        <Subsection title="League records">
          <ul className={styles['list']}>
            {history.records.map(({ name, record: game }) => (
              <li key={name}>
                <span className={styles['label']}>{RECORD_LABELS[name]}</span>
                <GameRow game={game} side={game.away_owner === history.owner ? 'away' : 'home'} />
              </li>
            ))}
          </ul>
        </Subsection>
      )}
      <div className={styles['columns']}>
        <GameList title="Best games" games={history.best_games} />
        <GameList title="Worst games" games={history.worst_games} />
      </div>
      <Subsection title="Rivals">
        {history.rivals.length === 0 ? (
          <EmptyState>No head-to-head games yet.</EmptyState>
        ) : (
          <RivalRows owner={history.owner} rivals={history.rivals} />
        )}
      </Subsection>
    </div>
  )
}

function OwnerHeader({
  history: { owner, picture, known_as: names, totals, playoffs },
}: {
  history: OwnerHistory
}) {
  const aliases = names.filter((name) => name !== owner)
  return (
    <div className={styles['header']}>
      <Avatar name={owner} src={picture} size="l" />
      <div>
        <p className={styles['finishes']}>{formatFinishes(totals)}</p>
        {aliases.length === 0 ? null : (
          <p className={styles['aliases']}>Also known as {aliases.join(', ')}</p>
        )}
      </div>
      <dl className={styles['stats']}>
        <Stat label="Regular season" value={formatRecord(totals)} />
        <Stat label="Win%" value={formatWinPercentage(totals.win_pct)} />
        <Stat label="PPG" value={formatPoints(totals.ppg)} />
        <Stat label="Playoffs" value={playoffs.games === 0 ? '—' : formatRecord(playoffs)} />
      </dl>
    </div>
  )
}

/** '2× champion · 1× runner-up · 8 seasons', without the finishes that the owner never had. */
function formatFinishes({ titles, runner_up: runnerUps, thirds, years }: OwnerHistory['totals']): string {
  const finishes = [
    titles === 0 ? [] : `${titles}× champion`,
    runnerUps === 0 ? [] : `${runnerUps}× runner-up`,
    thirds === 0 ? [] : `${thirds}× third place`,
  ].flat()
  if (finishes.length === 0) finishes.push('No podium finishes yet')
  return [...finishes, formatCount(years, 'season')].join(' · ')
}

function Stat({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function GameList({ title, games }: { title: string; games: OwnerHistory['best_games'] }) {
  return (
    <Subsection title={title}>
      {games.length === 0 ? (
        <EmptyState>No eligible games yet.</EmptyState>
      ) : (
        <ol className={styles['list']}>
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

function Subsection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['section']}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
