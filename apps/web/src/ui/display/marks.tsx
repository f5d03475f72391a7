import { LEAGUE_PROVIDERS, type ProviderName } from '@fieldhouse/domain/league/league-providers'
import { formatDay } from '../format/date-time.ts'
import ui from '../ui.module.css'
import styles from './display.module.css'

/** Who imported an archive, and when. `by` is null for a command on the server. */
type Import = { by: string | null; at: string }

export function describeImport({ by, at }: Import): string {
  return `Imported by ${by ?? 'the server admin'} on ${formatDay(new Date(at))}`
}

export function ImportedMark({ imported }: { imported: Import | undefined }) {
  if (imported === undefined) return null
  const description = describeImport(imported)
  return (
    <>
      {' '}
      <span className={ui.mark} title={description}>
        <span aria-hidden="true">Imported</span>
        <span className={ui.hidden}>{description}</span>
      </span>
    </>
  )
}

/** The platform that a season is from, or that an account is on. null: seasons that somebody has uploaded. */
export function PlatformMark({ provider }: { provider: ProviderName | null }) {
  return (
    <span className={`${ui.mark} ${styles.mark}`} data-platform={provider ?? undefined}>
      {platformName(provider)}
    </span>
  )
}

export function platformName(provider: ProviderName | null): string {
  return provider === null ? 'File' : LEAGUE_PROVIDERS[provider].label
}

export type SeasonOrigin = { source: ProviderName | 'upload' | 'csv'; provider: ProviderName | null }

/** The platform to mark a season with; null for one from an uploaded file. */
export function markedPlatform({ source, provider }: SeasonOrigin): ProviderName | null {
  return source === 'upload' || source === 'csv' ? null : (provider ?? source)
}
