import { namedDay } from '../../ui/format/moment.ts'
import { MomentText } from '../../ui/moment-text.tsx'
import table from '../../ui/table.module.css'
import styles from './cookie-status.module.css'
import type { LeagueCookies, ServerCookies } from './use-cookies.ts'

const SOURCES: Record<LeagueCookies['source'], string> = {
  league: 'the league’s own cookies',
  env: 'the server’s cookies',
  none: 'no cookies, so only a public league can be read',
}

type Props = { league: string; server: ServerCookies; own: LeagueCookies; now: Date }

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
          <Row name="The server, for all leagues" has={server} />
          <Row name={league} has={own} />
        </tbody>
      </table>
      <p>
        A refresh of {league} uses {SOURCES[own.source]}.
      </p>
      {own.saved_at === null ? null : <Facts own={own} savedAt={own.saved_at} now={now} />}
    </div>
  )
}

function Row({ name, has }: { name: string; has: ServerCookies }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <Has it={has.has_swid} />
      <Has it={has.has_s2} />
    </tr>
  )
}

function Has({ it }: { it: boolean }) {
  return <td data-has={it}>{it ? 'Saved' : 'None'}</td>
}

function Facts({ own, savedAt, now }: { own: LeagueCookies; savedAt: string; now: Date }) {
  return (
    <ul className={styles['facts']}>
      <li>{own.tested === true ? 'Tested: ESPN accepted them when they were saved.' : 'Untested.'}</li>
      <li>
        Saved <MomentText at={savedAt} now={now} />.
      </li>
      <li>
        {own.accepted_at === null ? (
          'Never accepted by ESPN so far.'
        ) : (
          <>
            Last accepted by ESPN <MomentText at={own.accepted_at} now={now} />.
          </>
        )}
      </li>
      {own.refused_at === null ? null : (
        <li className={styles['refused']}>
          Refused by ESPN since {namedDay(new Date(own.refused_at), now)}. Save fresh ones.
        </li>
      )}
    </ul>
  )
}
