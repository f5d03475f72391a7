import { ExternalLink } from 'lucide-react'
import styles from './league-header.module.css'
import type { LeagueMeta } from './use-leagues.ts'

type EspnPage = { leagueId: number; season: number }

type Props = {
  name: string
  info: LeagueMeta['league_info']
  /** Which page of the provider the league is; null until it is known. */
  espn: EspnPage | null
}

export function LeagueHeader({ name, info, espn }: Props) {
  return (
    <header className={styles['header']}>
      <div className={styles['names']}>
        <h1>{name}</h1>
        {info === null ? null : <p className={styles['info']}>{infoLine(info)}</p>}
      </div>
      {espn === null ? null : (
        <a className={styles['link']} href={espnLeagueUrl(espn)} target="_blank" rel="noopener">
          Open in ESPN <ExternalLink size={16} aria-hidden="true" />
        </a>
      )}
    </header>
  )
}

export function infoLine(info: NonNullable<LeagueMeta['league_info']>): string {
  const commissioner = info.commissioner === null ? [] : [`Commissioner: ${info.commissioner}`]
  return [`Season ${info.season_number}`, `Since ${info.first_year}`, ...commissioner].join(' • ')
}

export function espnLeagueUrl({ leagueId, season }: EspnPage): string {
  return `https://fantasy.espn.com/football/league?leagueId=${leagueId}&seasonId=${season}`
}
