import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../api/server-clock.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CookieForm } from './cookie-form.tsx'
import { CookieStatus } from './cookie-status.tsx'
import { CookieTestButton } from './cookie-test-button.tsx'
import styles from './cookies-section.module.css'
import { leagueCookiesQuery, serverCookiesQuery } from './use-cookies.ts'

type Props = {
  /** '' when no league is selected. */
  league: string
  canManage: boolean
}

/** The status of a league's provider cookies, and a form to save new ones. */
export function CookiesSection({ league, canManage }: Props) {
  return (
    <div className={styles['section']}>
      {canManage && league !== '' ? (
        <CookieStatuses league={league} />
      ) : (
        <EmptyState hint="League admins can see which cookies are saved.">
          {league === '' ? 'No league selected.' : `You don't manage ${league}.`}
        </EmptyState>
      )}
      <CookieForm key={league} league={league} disabled={league !== '' && !canManage} />
    </div>
  )
}

function CookieStatuses({ league }: { league: string }) {
  const serverCookies = useQuery(serverCookiesQuery)
  const leagueCookies = useQuery(leagueCookiesQuery(league))
  const now = useNow()
  const skeleton = <Skeleton label="Loading cookies" rows={3} height={32} />
  return (
    <Loaded query={serverCookies} errorTitle="Failed to load the server's cookies" skeleton={skeleton}>
      {(server) => (
        <Loaded query={leagueCookies} errorTitle="Failed to load the league's cookies" skeleton={skeleton}>
          {(own) => (
            <>
              <CookieStatus league={league} server={server} own={own} now={now} />
              <CookieTestButton key={`${league} ${own.saved_at}`} league={league} />
            </>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
