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
  /** Of the whole league. */
  seasons: readonly Season[]
}

/** One person's history in the league. */
export function OwnerView({ history, seasons }: Props) {
  return (
    <div className={styles['view']}>
      <OwnerHeader past={history} />
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
      <div className={styles['pair']}>
        <GameList title="Best games" games={history.best_games} />
        <GameList title="Worst games" games={history.worst_games} />
      </div>
      <Subsection title="Rivals">
        {history.rivals.length === 0 ? (
          <EmptyState>No games against others yet.</EmptyState>
        ) : (
          <RivalRows owner={history.owner} rivals={history.rivals} />
        )}
      </Subsection>
    </div>
  )
}

function OwnerHeader({
  past: { owner, picture, known_as: names, totals, playoffs },
}: {
  past: OwnerHistory
}) {
  const others = names.filter((name) => name !== owner)
  return (
    <div className={styles['head']}>
      <Avatar name={owner} src={picture} size="l" />
      <div className={styles['about']}>
        <p className={styles['finishes']}>{formatFinishes(totals)}</p>
        {others.length === 0 ? null : <p className={styles['names']}>Also known as {others.join(', ')}</p>}
      </div>
      <dl className={styles['figures']}>
        <Stat label="Regular season" value={formatRecord(totals)} />
        <Stat label="Win%" value={formatWinPercentage(totals.win_pct)} />
        <Stat label="Points a game" value={formatPoints(totals.ppg)} />
        <Stat label="Playoffs" value={playoffs.games === 0 ? '—' : formatRecord(playoffs)} />
      </dl>
    </div>
  )
}

/** Places on the podium, as far as there are any, and over how many seasons. */
function formatFinishes({ titles, runner_up: seconds, thirds, years }: OwnerHistory['totals']): string {
  const places = [
    titles === 0 ? [] : formatCount(titles, 'title'),
    seconds === 0 ? [] : formatCount(seconds, 'second place'),
    thirds === 0 ? [] : formatCount(thirds, 'third place'),
  ].flat()
  return `${places.length === 0 ? 'No podium yet' : places.join(', ')} in ${formatCount(years, 'season')}`
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
        <EmptyState>No game counts for records yet.</EmptyState>
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
    <section className={styles['part']}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
