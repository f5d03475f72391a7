import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { myLeaguesQuery } from '../use-leagues.ts'
import { JoinLeague } from './join-league.tsx'
import { LeagueList, LeagueListSkeleton } from './league-list.tsx'

type Props = { username: string; onChoose: (league: string) => void }

export function LeaguePicker({ username, onChoose }: Props) {
  const leagues = useQuery(myLeaguesQuery(username))
  const hasNoLeagues = leagues.data?.length === 0
  return (
    <Stack gap={5}>
      <Stack as="header" gap={1}>
        <h1>{hasNoLeagues ? 'Request to join a league' : 'Select Your League'}</h1>
        {hasNoLeagues ? (
          <p className={ui.muted}>
            You're not in a league yet. Send a request and your commissioner will approve it.
          </p>
        ) : null}
      </Stack>
      <Loaded query={leagues} errorTitle="Failed to load leagues" skeleton={<LeagueListSkeleton />}>
        {(userLeagues) =>
          userLeagues.length === 0 ? (
            <JoinLeague />
          ) : (
            <>
              <LeagueList leagues={userLeagues} onOpen={onChoose} />
              <JoinAnotherLeague />
            </>
          )
        }
      </Loaded>
    </Stack>
  )
}

function JoinAnotherLeague() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={ui.link} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Request to join another league</summary>
      {isOpen ? <JoinLeague /> : null}
    </details>
  )
}
