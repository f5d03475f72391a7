import { useQuery } from '@tanstack/react-query'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './join-league.module.css'
import { JoinRequestForm } from './join-request-form.tsx'
import { MyRequests } from './my-requests.tsx'
import { myRequestsQuery } from './use-leagues.ts'

/** Asks for a place in a league, and tells what became of it. */
export function JoinLeague() {
  const requests = useQuery(myRequestsQuery)
  const now = useNow()
  return (
    <div className={styles['page']}>
      <Card>
        <JoinRequestForm />
      </Card>
      <Card title="Your requests">
        <Loaded
          query={requests}
          errorTitle="Failed to load your requests"
          skeleton={<Skeleton label="Loading your requests" rows={1} height={52} />}
        >
          {(list) =>
            list.length > 0 ? (
              <MyRequests requests={list} now={now} />
            ) : (
              <EmptyState hint="When you send one, you see here what became of it.">
                No requests yet.
              </EmptyState>
            )
          }
        </Loaded>
      </Card>
    </div>
  )
}
