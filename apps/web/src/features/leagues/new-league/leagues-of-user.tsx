import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Fill, Stack } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { type LeagueOfUser, leaguesOfUserQuery } from './use-new-league.ts'

/** Sleeper's first leagues. */
const FIRST_SEASON = 2017

type Props = {
  username: string
  onChoose: (leagueId: string) => void
}

/** The leagues of a Sleeper user by season, the newest season with leagues first. Earlier ones are read one by one. */
export function LeaguesOfUser({ username, onChoose }: Props) {
  const newest = useQuery(leaguesOfUserQuery(username, null))
  const [earlier, setEarlier] = useState(0)
  return (
    <Stack as="section" className={ui.card} aria-label={`Leagues of ${username}`}>
      <h2 className={ui.breakable}>Leagues of {username}</h2>
      <Loaded query={newest} name={`the leagues of ${username}`} rows={2} height={52}>
        {({ season, leagues }) =>
          leagues.length === 0 ? (
            <p className={ui.note}>
              {username} has no leagues on Sleeper. New ones show up once they are created there.
            </p>
          ) : (
            <>
              <Season season={season}>
                <Choices leagues={leagues} onChoose={onChoose} />
              </Season>
              {Array.from({ length: earlier }, (_, index) => season - index - 1).map((year) => (
                <SeasonOfUser
                  key={year}
                  username={username}
                  season={year}
                  isNextNewest={year === season - 1}
                  onChoose={onChoose}
                />
              ))}
              {season - earlier > FIRST_SEASON ? (
                <div>
                  <Button onClick={() => setEarlier(earlier + 1)}>Show {season - earlier - 1}</Button>
                </div>
              ) : null}
            </>
          )
        }
      </Loaded>
    </Stack>
  )
}

type SeasonProps = Props & { season: number; isNextNewest: boolean }

function SeasonOfUser({ username, season, isNextNewest, onChoose }: SeasonProps) {
  const query = useQuery(leaguesOfUserQuery(username, season))
  // The league of the next season leads to this one as well.
  const next = useQuery({
    ...leaguesOfUserQuery(username, isNextNewest ? null : season + 1),
    enabled: false,
  })
  const continued = new Set(next.data?.leagues.map((league) => league.previous_league_id))
  return (
    <Season season={season}>
      <Loaded query={query} name={`the leagues of ${season}`} rows={2} height={52}>
        {({ leagues }) => {
          const own = leagues.filter((league) => !continued.has(league.league_id))
          if (own.length > 0) return <Choices leagues={own} onChoose={onChoose} />
          return (
            <p className={ui.note}>
              {leagues.length > 0
                ? `The leagues of ${season} go on in ${season + 1}.`
                : `No leagues in ${season}.`}
            </p>
          )
        }}
      </Loaded>
    </Season>
  )
}

function Season({ season, children }: { season: number; children: ReactNode }) {
  return (
    <Stack as="section" gap={2} aria-label={`${season}`}>
      <h3>{season}</h3>
      {children}
    </Stack>
  )
}

type ChoicesProps = Pick<Props, 'onChoose'> & { leagues: readonly LeagueOfUser[] }

function Choices({ leagues, onChoose }: ChoicesProps) {
  return (
    <Stack as="ul" gap={2}>
      {leagues.map((league) => (
        <Choice key={league.league_id} league={league} onChoose={onChoose} />
      ))}
    </Stack>
  )
}

function Choice({ league, onChoose }: { league: LeagueOfUser; onChoose: (leagueId: string) => void }) {
  return (
    <li>
      <button
        type="button"
        className={`${ui.pressable} ${ui.frame}`}
        onClick={() => onChoose(league.league_id)}
      >
        <Fill as="span" className={`${ui.strong} ${ui.breakable}`}>
          {league.name}
        </Fill>
        <span className={ui.note}>{formatCount(league.total_rosters, 'team')}</span>
      </button>
    </li>
  )
}
