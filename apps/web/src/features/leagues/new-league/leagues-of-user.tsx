import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '../../../api/server-clock.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Button } from '../../../ui/forms/button.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../leagues.module.css'
import { type LeagueOfUser, leaguesOfUserQuery } from './use-new-league.ts'

/** Sleeper's first leagues. */
const FIRST_SEASON = 2017

type Props = {
  username: string
  onChoose: (leagueId: string) => void
}

/** The leagues of a Sleeper user by season, the current season first. Earlier seasons are read one by one. */
export function LeaguesOfUser({ username, onChoose }: Props) {
  const current = seasonAt(useNow())
  const [oldest, setOldest] = useState(current)
  const seasons = Array.from({ length: current - oldest + 1 }, (_, index) => current - index)
  return (
    <section className={`${ui.card} ${ui.stack16}`} aria-label={`Leagues of ${username}`}>
      <h2 className={ui.breakable}>Leagues of {username}</h2>
      {seasons.map((season) => (
        <SeasonOfUser
          key={season}
          username={username}
          season={season}
          isNewest={season === current}
          onChoose={onChoose}
        />
      ))}
      {oldest > FIRST_SEASON ? (
        <div>
          <Button onClick={() => setOldest(oldest - 1)}>Show {oldest - 1}</Button>
        </div>
      ) : null}
    </section>
  )
}

type SeasonProps = Props & { season: number; isNewest: boolean }

function SeasonOfUser({ username, season, isNewest, onChoose }: SeasonProps) {
  const query = useQuery(leaguesOfUserQuery(username, season))
  // The league of the next season leads to this one as well.
  const next = useQuery({ ...leaguesOfUserQuery(username, season + 1), enabled: false })
  const continued = new Set(next.data?.leagues.map((league) => league.previous_league_id))
  return (
    <section className={ui.stack8} aria-label={`${season}`}>
      <h3>{season}</h3>
      <Loaded query={query} name={`the leagues of ${season}`} rows={2} height={52}>
        {({ leagues }) => {
          const own = leagues.filter((league) => !continued.has(league.league_id))
          if (own.length === 0)
            return (
              <p className={ui.note}>
                {leagues.length > 0
                  ? `The leagues of ${season} go on in ${season + 1}.`
                  : `No leagues in ${season}.${isNewest ? ' New ones show up once they are created on Sleeper.' : ''}`}
              </p>
            )
          return (
            <ul className={ui.stack8}>
              {own.map((league) => (
                <Choice key={league.league_id} league={league} onChoose={onChoose} />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </section>
  )
}

type ChoiceProps = { league: LeagueOfUser; onChoose: (leagueId: string) => void }

function Choice({ league, onChoose }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        className={`${ui.frame} ${ui.spread} ${styles.choice}`}
        onClick={() => onChoose(league.league_id)}
      >
        <span className={`${ui.strong} ${ui.breakable}`}>{league.name}</span>
        <span className={ui.note}>{formatCount(league.total_rosters, 'team')}</span>
      </button>
    </li>
  )
}
