import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../api/server-clock.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import styles from './join-league.module.css'
import { JoinRequestForm } from './join-request-form.tsx'
import { MyRequests } from './my-requests.tsx'
import { myRequestsQuery } from './use-leagues.ts'

/** The join request form and the user's own requests. */
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
          {(myRequests) =>
            myRequests.length > 0 ? (
              <MyRequests requests={myRequests} now={now} />
            ) : (
              <EmptyState hint="Track your requests here after you send one.">No requests yet.</EmptyState>
            )
          }
        </Loaded>
      </Card>
    </div>
  )
}
