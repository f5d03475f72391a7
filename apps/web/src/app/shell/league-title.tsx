import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type LeagueMeta, leagueMetaQuery } from '../../api/operations.ts'
import { Fill, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import styles from './shell.module.css'

/**
 * On a phone, the name is on the menu button, and the rest in the panel of all rooms. The screen of the league fetches
 * the metadata.
 */
export function LeagueTitle({ league }: { league: string }) {
  const { data: meta } = useQuery({ ...leagueMetaQuery(league), enabled: false })
  const name = meta?.name ?? league
  const facts = leagueFacts(meta?.league_info ?? null)
  const page = meta?.provider_page ?? null
  return (
    <>
      <Fill className={`${styles.title} ${ui.hiddenOnPhone}`}>
        <Text as="h1" size="l" lines={1} title={name}>
          {name}
        </Text>
        {facts === null ? null : (
          <Text as="p" size="s" tone="muted" lines={1} className={ui.laptopOnly} title={facts}>
            {facts}
          </Text>
        )}
      </Fill>
      {page === null ? null : (
        <a
          className={`${ui.quietButton} ${styles.provider} ${ui.laptopOnly}`}
          href={page.url}
          target="_blank"
          rel="noopener"
        >
          <span>Open in {LEAGUE_PROVIDERS[page.provider].label}</span>
          <ExternalLink size={18} aria-hidden="true" />
        </a>
      )}
    </>
  )
}

/** The age and the commissioner of a league in one line; null before the first refresh. */
export function leagueFacts(info: LeagueMeta['league_info']): string | null {
  if (info === null) return null
  const commissioner = info.commissioner === null ? [] : [`Commissioner: ${info.commissioner}`]
  return [`Season ${info.season_number}`, `Since ${info.first_year}`, ...commissioner].join(' • ')
}
