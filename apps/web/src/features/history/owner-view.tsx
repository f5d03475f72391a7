import { lazy, type ReactNode, Suspense } from 'react'
import { Empty } from '../../ui/empty.tsx'
import { count } from '../../ui/format/count.ts'
import { points } from '../../ui/format/points.ts'
import { record } from '../../ui/format/record.ts'
import { share } from '../../ui/format/share.ts'
import { Picture } from '../../ui/picture.tsx'
import { GameRow } from './game-row.tsx'
import { OwnerSeasons } from './owner-seasons.tsx'
import styles from './owner-view.module.css'
import { RECORD_LABELS } from './record-names.ts'
import { RivalRows } from './rival-rows.tsx'
import type { OwnerPast, Season } from './use-history.ts'

const LeagueCharts = lazy(() =>
  import('./charts/league-charts.tsx').then((file) => ({ default: file.LeagueCharts })),
)

type Props = {
  past: OwnerPast
  /** Of the whole league. */
  seasons: readonly Season[]
}

/** One person's history in the league. */
export function OwnerView({ past, seasons }: Props) {
  return (
    <div className={styles['view']}>
      <Head past={past} />
      <Part title="Seasons">
        <OwnerSeasons seasons={past.seasons} />
      </Part>
      <Suspense fallback={null}>
        <LeagueCharts seasons={seasons} owner={past.owner} />
      </Suspense>
      {past.records.length === 0 ? null : (
        <Part title="League records">
          <ul className={styles['list']}>
            {past.records.map(({ name, record: game }) => (
              <li key={name}>
                <span className={styles['label']}>{RECORD_LABELS[name]}</span>
                <GameRow game={game} side={game.away_owner === past.owner ? 'away' : 'home'} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      <div className={styles['pair']}>
        <Games title="Best games" games={past.best_games} />
        <Games title="Worst games" games={past.worst_games} />
      </div>
      <Part title="Rivals">
        {past.rivals.length === 0 ? (
          <Empty>No games against others yet.</Empty>
        ) : (
          <RivalRows owner={past.owner} rivals={past.rivals} />
        )}
      </Part>
    </div>
  )
}

function Head({ past: { owner, picture, known_as: names, totals, playoffs } }: { past: OwnerPast }) {
  const others = names.filter((name) => name !== owner)
  return (
    <div className={styles['head']}>
      <Picture name={owner} src={picture} size="l" />
      <div className={styles['about']}>
        <p className={styles['finishes']}>{finishesOf(totals)}</p>
        {others.length === 0 ? null : <p className={styles['names']}>Also known as {others.join(', ')}</p>}
      </div>
      <dl className={styles['figures']}>
        <Figure label="Regular season" value={record(totals)} />
        <Figure label="Win%" value={share(totals.win_pct)} />
        <Figure label="Points a game" value={points(totals.ppg)} />
        <Figure label="Playoffs" value={playoffs.games === 0 ? '—' : record(playoffs)} />
      </dl>
    </div>
  )
}

/** Places on the podium, as far as there are any, and over how many seasons. */
function finishesOf({ titles, runner_up: seconds, thirds, years }: OwnerPast['totals']): string {
  const places = [
    titles === 0 ? [] : count(titles, 'title'),
    seconds === 0 ? [] : count(seconds, 'second place'),
    thirds === 0 ? [] : count(thirds, 'third place'),
  ].flat()
  return `${places.length === 0 ? 'No podium yet' : places.join(', ')} in ${count(years, 'season')}`
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Games({ title, games }: { title: string; games: OwnerPast['best_games'] }) {
  return (
    <Part title={title}>
      {games.length === 0 ? (
        <Empty>No game counts for records yet.</Empty>
      ) : (
        <ol className={styles['list']}>
          {games.map(({ side, game }) => (
            <li key={`${game.season} ${game.game_id}`}>
              <GameRow game={game} side={side} />
            </li>
          ))}
        </ol>
      )}
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['part']}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
