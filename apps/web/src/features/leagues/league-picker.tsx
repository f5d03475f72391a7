import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../ui/loaded.tsx'
import { JoinLeague } from './join-league.tsx'
import { LeagueList, LeagueListSkeleton } from './league-list.tsx'
import styles from './league-picker.module.css'
import { myLeaguesQuery } from './use-leagues.ts'

type Props = { username: string; onChoose: (league: string) => void }

/** One's leagues to choose from; without any, a way to ask for one. */
export function LeaguePicker({ username, onChoose }: Props) {
  const leagues = useQuery(myLeaguesQuery(username))
  const hasNone = leagues.data?.length === 0
  return (
    <div className={styles['page']}>
      <header>
        <h1>{hasNone ? 'Request to join a league' : 'Select Your League'}</h1>
        {hasNone ? (
          <p className={styles['subtitle']}>You are not in a league yet. Ask, and an admin decides.</p>
        ) : null}
      </header>
      <Loaded query={leagues} errorTitle="Failed to load leagues" skeleton={<LeagueListSkeleton />}>
        {(list) =>
          list.length === 0 ? (
            <JoinLeague />
          ) : (
            <>
              <LeagueList leagues={list} onOpen={onChoose} />
              <JoinAnotherLeague />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

/** Beside one's leagues there may be others; what that needs is read when it is opened. */
function JoinAnotherLeague() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles['more']} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Ask to join another league</summary>
      {isOpen ? <JoinLeague /> : null}
    </details>
  )
}
