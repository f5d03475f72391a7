import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { JoinRequestForm } from './join-request-form.tsx'
import { LeagueList } from './league-list.tsx'
import styles from './league-picker.module.css'
import { leaguesOf } from './use-leagues.ts'

type Props = { username: string; onChoose: (league: string) => void }

/** One's leagues to choose from; without any, a way to ask for one. */
export function LeaguePicker({ username, onChoose }: Props) {
  const leagues = useQuery(leaguesOf(username))
  return (
    <Loaded
      query={leagues}
      failure="Failed to load leagues"
      skeleton={<Skeleton label="Loading leagues" rows={2} height={84} />}
    >
      {(list) =>
        list.length > 0 ? (
          <div className={styles['page']}>
            <h1>Select Your League</h1>
            <LeagueList leagues={list} onOpen={onChoose} />
          </div>
        ) : (
          <JoinRequestForm />
        )
      }
    </Loaded>
  )
}
