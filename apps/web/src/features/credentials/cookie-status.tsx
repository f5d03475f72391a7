import { formatPastDay } from '../../ui/format/date-time.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import table from '../../ui/table.module.css'
import styles from './cookie-status.module.css'
import type { LeagueCookieStatus, ServerCookieStatus } from './use-cookies.ts'

const SOURCE_LABELS: Record<LeagueCookieStatus['source'], string> = {
  league: 'the league’s own cookies',
  env: 'the server’s cookies',
  none: 'no cookies, so only a public league can be read',
}

type Props = { league: string; server: ServerCookieStatus; own: LeagueCookieStatus; now: Date }

/** Which cookies there are, whose a refresh uses, and how the provider takes the league's own. */
export function CookieStatus({ league, server, own, now }: Props) {
  return (
    <div className={styles['status']}>
      <table className={`${table['table']} ${styles['table']}`}>
        <thead>
          <tr>
            <th scope="col">Cookies of</th>
            <th scope="col">SWID</th>
            <th scope="col">espn_s2</th>
          </tr>
        </thead>
        <tbody>
          <CookieRow name="The server, for all leagues" has={server} />
          <CookieRow name={league} has={own} />
        </tbody>
      </table>
      <p>
        A refresh of {league} uses {SOURCE_LABELS[own.source]}.
      </p>
      {own.saved_at === null ? null : <LeagueCookieFacts own={own} savedAt={own.saved_at} now={now} />}
    </div>
  )
}

function CookieRow({ name, has }: { name: string; has: ServerCookieStatus }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <SavedCell it={has.has_swid} />
      <SavedCell it={has.has_s2} />
    </tr>
  )
}

function SavedCell({ it }: { it: boolean }) {
  return <td data-has={it}>{it ? 'Saved' : 'None'}</td>
}

function LeagueCookieFacts({ own, savedAt, now }: { own: LeagueCookieStatus; savedAt: string; now: Date }) {
  return (
    <ul className={styles['facts']}>
      <li>{own.tested === true ? 'Tested: ESPN accepted them when they were saved.' : 'Untested.'}</li>
      <li>
        Saved <RelativeTime at={savedAt} now={now} />.
      </li>
      <li>
        {own.accepted_at === null ? (
          'Never accepted by ESPN so far.'
        ) : (
          <>
            Last accepted by ESPN <RelativeTime at={own.accepted_at} now={now} />.
          </>
        )}
      </li>
      {own.refused_at === null ? null : (
        <li className={styles['refused']}>
          Refused by ESPN since {formatPastDay(new Date(own.refused_at), now)}. Save fresh ones.
        </li>
      )}
    </ul>
  )
}
