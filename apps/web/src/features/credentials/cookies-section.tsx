import { useQuery } from '@tanstack/react-query'
import { Empty } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { CookieForm } from './cookie-form.tsx'
import { CookieStatus } from './cookie-status.tsx'
import { CookieTest } from './cookie-test.tsx'
import styles from './cookies-section.module.css'
import { cookiesOf, serverCookies } from './use-cookies.ts'

type Props = {
  /** '' while none is chosen. */
  league: string
  canRun: boolean
}

/** The provider's cookies of a league: what there is, and fresh ones. */
export function CookiesSection({ league, canRun }: Props) {
  return (
    <div className={styles['section']}>
      {canRun && league !== '' ? (
        <Statuses league={league} />
      ) : (
        <Empty hint="Its admins see here which cookies there are.">
          {league === '' ? 'No league is chosen.' : `You do not run ${league}.`}
        </Empty>
      )}
      <CookieForm key={league} league={league} disabled={league !== '' && !canRun} />
    </div>
  )
}

function Statuses({ league }: { league: string }) {
  const server = useQuery(serverCookies)
  const own = useQuery(cookiesOf(league))
  const now = useNow()
  const skeleton = <Skeleton label="Loading cookies" rows={3} height={32} />
  return (
    <Loaded query={server} failure="Failed to load the server’s cookies" skeleton={skeleton}>
      {(ofServer) => (
        <Loaded query={own} failure="Failed to load the league’s cookies" skeleton={skeleton}>
          {(ofLeague) => (
            <>
              <CookieStatus league={league} server={ofServer} own={ofLeague} now={now} />
              <CookieTest key={`${league} ${ofLeague.saved_at}`} league={league} />
            </>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
