import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { CookieForm } from './cookie-form.tsx'
import { CookieStatus } from './cookie-status.tsx'
import { CookieTestButton } from './cookie-test-button.tsx'
import styles from './cookies-section.module.css'
import { leagueCookiesQuery, serverCookiesQuery } from './use-cookies.ts'

type Props = {
  /** '' while none is chosen. */
  league: string
  canManage: boolean
}

/** The provider's cookies of a league: what there is, and fresh ones. */
export function CookiesSection({ league, canManage }: Props) {
  return (
    <div className={styles['section']}>
      {canManage && league !== '' ? (
        <CookieStatuses league={league} />
      ) : (
        <EmptyState hint="Its admins see here which cookies there are.">
          {league === '' ? 'No league is chosen.' : `You do not run ${league}.`}
        </EmptyState>
      )}
      <CookieForm key={league} league={league} disabled={league !== '' && !canManage} />
    </div>
  )
}

function CookieStatuses({ league }: { league: string }) {
  const server = useQuery(serverCookiesQuery)
  const own = useQuery(leagueCookiesQuery(league))
  const now = useNow()
  const skeleton = <Skeleton label="Loading cookies" rows={3} height={32} />
  return (
    <Loaded query={server} errorTitle="Failed to load the server’s cookies" skeleton={skeleton}>
      {(ofServer) => (
        <Loaded query={own} errorTitle="Failed to load the league’s cookies" skeleton={skeleton}>
          {(ofLeague) => (
            <>
              <CookieStatus league={league} server={ofServer} own={ofLeague} now={now} />
              <CookieTestButton key={`${league} ${ofLeague.saved_at}`} league={league} />
            </>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
