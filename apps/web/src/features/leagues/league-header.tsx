import { ExternalLink } from 'lucide-react'
import { Fragment } from 'react'
import styles from './league-header.module.css'
import type { LeagueMeta } from './use-leagues.ts'

type EspnPage = { leagueId: number; season: number }

type Props = {
  name: string
  info: LeagueMeta['league_info']
  /** Identifies the league's page at the provider; null while unknown. */
  espn: EspnPage | null
}

export function LeagueHeader({ name, info, espn }: Props) {
  return (
    <header className={styles.header}>
      <div className={styles.titles}>
        <h1 className={styles.name} title={name}>
          {name}
        </h1>
        {info === null ? null : <InfoLine facts={leagueFacts(info)} />}
      </div>
      {espn === null ? null : (
        <a className={styles.link} href={espnLeagueUrl(espn)} target="_blank" rel="noopener">
          Open in ESPN <ExternalLink size={16} aria-hidden="true" />
        </a>
      )}
    </header>
  )
}

/** Facts separated by dots, without a dot at the start or end of a wrapped line. */
function InfoLine({ facts }: { facts: readonly string[] }) {
  return (
    <p className={styles.info}>
      {facts.map((fact, index) => (
        <Fragment key={fact}>
          {index === 0 ? null : ' '}
          <span className={styles.fact}>
            {index === 0 ? null : <span className={styles.dot}>• </span>}
            <span>{fact}</span>
          </span>
        </Fragment>
      ))}
    </p>
  )
}

function leagueFacts(info: NonNullable<LeagueMeta['league_info']>): string[] {
  const commissioner = info.commissioner === null ? [] : [`Commissioner: ${info.commissioner}`]
  return [`Season ${info.season_number}`, `Since ${info.first_year}`, ...commissioner]
}

export function espnLeagueUrl({ leagueId, season }: EspnPage): string {
  return `https://fantasy.espn.com/football/league?leagueId=${leagueId}&seasonId=${season}`
}
