import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { ErrorNotice } from '../../ui/feedback/mutation-notice.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import ui from '../../ui/ui.module.css'
import { CookieForm } from './cookie-form.tsx'
import { CookieStatus } from './cookie-status.tsx'
import styles from './cookies-section.module.css'
import { leagueCookiesQuery, serverCookiesQuery, useTestCookies } from './use-cookies.ts'

type Props = {
  /** '' when no league is selected. */
  league: string
  canManage: boolean
}

/** The status of a league's provider cookies, and a form to save new ones. */
export function CookiesSection({ league, canManage }: Props) {
  return (
    <div className={ui.stack16}>
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
  const skeleton = <Skeleton label="Loading cookies" rows={3} height={32} />
  return (
    <Loaded query={serverCookies} errorTitle="Failed to load the server's cookies" skeleton={skeleton}>
      {(server) => (
        <Loaded query={leagueCookies} errorTitle="Failed to load the league's cookies" skeleton={skeleton}>
          {(own) => (
            <>
              <CookieStatus league={league} server={server} own={own} />
              <CookieTestButton key={`${league} ${own.saved_at}`} league={league} />
            </>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

const VERDICT_TONES = { accepted: 'good', refused: 'bad', not_asked: 'warn' } as const

/** Tests whether the provider accepts the cookies that a refresh would use. */
function CookieTestButton({ league }: { league: string }) {
  const test = useTestCookies(league)
  return (
    <div className={styles.test}>
      <Button disabled={test.isPending} onClick={() => test.mutate()}>
        {test.isPending ? 'Testing…' : 'Test cookies'}
      </Button>
      <ErrorNotice error={test.error} fallback="Failed" />
      {test.isSuccess ? <Notice tone={VERDICT_TONES[test.data.verdict]}>{test.data.message}</Notice> : null}
    </div>
  )
}
