import { LEAGUE_PROVIDERS, type ProviderName } from '@fieldhouse/domain/league/league-providers'
import styles from './platform-mark.module.css'

/** The platform that a season is from, or that an account is on. null: seasons that somebody has uploaded. */
export function PlatformMark({ provider }: { provider: ProviderName | null }) {
  return (
    <span className={styles.mark} data-platform={provider ?? undefined}>
      {platformName(provider)}
    </span>
  )
}

export function platformName(provider: ProviderName | null): string {
  return provider === null ? 'File' : LEAGUE_PROVIDERS[provider].label
}
