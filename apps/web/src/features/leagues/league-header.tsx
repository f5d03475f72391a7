import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { ChevronDown, ExternalLink } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { LeagueMeta } from '../../api/league-queries.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import styles from './league-header.module.css'

type Props = {
  name: string
  info: LeagueMeta['league_info']
  /** The league's page at the provider; null without one, and while unknown. */
  page: NonNullable<LeagueMeta['provider_page']> | null
  /** Shows the name on one line, and the rest on demand. */
  isCompact: boolean
}

export function LeagueHeader({ name, info, page, isCompact }: Props) {
  const [isExpanded, setExpanded] = useState(false)
  const hasDetails = info !== null || page !== null
  const details = (
    <>
      {info === null ? null : <InfoLine facts={leagueFacts(info)} />}
      {page === null ? null : (
        <a className={styles.link} href={page.url} target="_blank" rel="noopener">
          Open in {LEAGUE_PROVIDERS[page.provider].label} <ExternalLink size={16} aria-hidden="true" />
        </a>
      )}
    </>
  )
  if (!isCompact) {
    return (
      <header className={styles.header}>
        <h1 className={styles.name} title={name}>
          {name}
        </h1>
        {details}
      </header>
    )
  }
  return (
    <header className={styles.compact}>
      <div className={styles.line}>
        <h1 className={styles.short} title={name}>
          {name}
        </h1>
        {hasDetails ? (
          <IconButton
            label="About this league"
            aria-expanded={isExpanded}
            onClick={() => setExpanded(!isExpanded)}
          >
            <ChevronDown className={styles.chevron} size={20} aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      {isExpanded ? <div className={styles.details}>{details}</div> : null}
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
