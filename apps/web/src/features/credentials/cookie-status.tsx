import { useNow } from '../../api/server-clock.ts'
import table from '../../ui/display/table.module.css'
import { TableHead } from '../../ui/display/table-head.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { formatPastDay } from '../../ui/format/date-time.ts'
import ui from '../../ui/ui.module.css'
import styles from './cookie-status.module.css'
import type { LeagueCookieStatus, ServerCookieStatus } from './use-cookies.ts'

const SOURCE_MESSAGES: Record<LeagueCookieStatus['source'], (league: string) => string> = {
  league: (league) => `${league} refreshes with its own cookies.`,
  env: (league) => `${league} refreshes with the server's cookies.`,
  none: (league) => `${league} refreshes without cookies. This only works for a public league.`,
}

type Props = { league: string; server: ServerCookieStatus; own: LeagueCookieStatus }

/** Shows which cookies are saved, which ones a refresh uses, and whether the provider accepts them. */
export function CookieStatus({ league, server, own }: Props) {
  return (
    <div className={ui.stack8}>
      <table className={`${table.table} ${styles.table}`} data-flush>
        <TableHead columns={['Source', 'SWID', 'espn_s2']} />
        <tbody>
          <CookieRow name="Server (all leagues)" status={server} />
          <CookieRow name={league} status={own} />
        </tbody>
      </table>
      <p>{SOURCE_MESSAGES[own.source](league)}</p>
      {own.saved_at === null ? null : <LeagueCookieDetails own={own} savedAt={own.saved_at} />}
    </div>
  )
}

function CookieRow({ name, status }: { name: string; status: ServerCookieStatus }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <SavedCell isSaved={status.has_swid} />
      <SavedCell isSaved={status.has_s2} />
    </tr>
  )
}

function SavedCell({ isSaved }: { isSaved: boolean }) {
  return <td data-saved={isSaved}>{isSaved ? 'Saved' : 'None'}</td>
}

function LeagueCookieDetails({ own, savedAt }: { own: LeagueCookieStatus; savedAt: string }) {
  const now = useNow()
  return (
    <ul className={styles.details}>
      <li>
        {own.tested === true ? 'Tested: ESPN accepted these cookies when they were saved.' : 'Not tested.'}
      </li>
      <li>
        Saved <RelativeTime at={savedAt} />.
      </li>
      <li>
        {own.accepted_at === null ? (
          'Not accepted by ESPN yet.'
        ) : (
          <>
            Last accepted by ESPN <RelativeTime at={own.accepted_at} />.
          </>
        )}
      </li>
      {own.refused_at === null ? null : (
        <li className={styles.rejected}>
          Rejected by ESPN since {formatPastDay(new Date(own.refused_at), now)}. Save new cookies.
        </li>
      )}
    </ul>
  )
}
