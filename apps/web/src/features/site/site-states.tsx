import type { ReactNode } from 'react'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { formatBytes } from '../../ui/format/bytes.ts'
import { formatCount } from '../../ui/format/format.ts'
import type { Backups, SiteStatus } from './use-site.ts'

export type SiteState = {
  tone: 'good' | 'warn' | 'bad' | 'muted'
  label: string
  text: ReactNode
  /** Whether a site admin should do something about it. */
  isTask: boolean
  section?: 'address-of-this-site' | 'backups' | 'failed-jobs'
}

/** Less free space than this is too little for a database that grows and a backup. */
const MIN_FREE_BYTES = 1024 * 1024 * 1024

/** The states of the site. Its backups are read on their own: null if that has failed, undefined while they load. */
export function describeSite(site: SiteStatus, backups: Backups | null | undefined): SiteState[] {
  return [
    versionState(site),
    addressState(site),
    mailState(site),
    { label: 'Backups', section: 'backups', ...backupState(backups) },
    storageState(site),
    jobsState(site),
    errorsState(site),
    auditState(site),
  ]
}

function versionState({ version, update }: SiteStatus): SiteState {
  const label = `Version ${version}`
  if (update === null) {
    const text = 'Nobody is asked for newer releases. Set UPDATES_URL to hear of them.'
    return { tone: 'muted', label, text, isTask: false }
  }
  const { error, newest, is_newer: isNewer } = update
  const text =
    error !== null
      ? `The newest release isn't known: ${error}`
      : newest === null
        ? 'The newest release will be known within an hour.'
        : isNewer
          ? `${newest} is available.`
          : 'That is the newest release.'
  const tone = isNewer || error !== null ? 'warn' : newest === null ? 'muted' : 'good'
  return { tone, label, text, isTask: isNewer }
}

function addressState({ address: { url, is_set: isSet, opened_at: openedAt } }: SiteStatus): SiteState {
  const isOther = url !== openedAt
  const text = isSet
    ? `People open it at ${url}.${isOther ? ` You have opened ${openedAt}.` : ''}`
    : `Links lead to ${url}. Confirm the address that people use${isOther ? `, such as ${openedAt}` : ''}.`
  return {
    tone: isSet ? 'good' : 'warn',
    label: 'Address',
    text,
    isTask: !isSet,
    section: 'address-of-this-site',
  }
}

function mailState({ mail: { is_on: isOn, server } }: SiteStatus): SiteState {
  const text = isOn
    ? `Sent through ${server}.`
    : 'Off: no reset links or notifications are sent. Set SMTP_URL and MAIL_FROM to turn it on.'
  return { tone: isOn ? 'good' : 'warn', label: 'Email', text, isTask: false }
}

function backupState(backups: Backups | null | undefined): Pick<SiteState, 'tone' | 'text' | 'isTask'> {
  if (backups === undefined) return { tone: 'muted', text: 'Loading…', isTask: false }
  if (backups === null) return { tone: 'bad', text: 'Failed to load the backups.', isTask: false }
  const [newest] = backups.backups
  const { last_backup: last, last_check: check, is_scheduled: isScheduled } = backups
  const problem =
    backups.storage_error !== null
      ? "They can't be listed."
      : last?.error != null
        ? 'The last one failed.'
        : backups.is_overdue
          ? 'There has been none for two days.'
          : check?.error != null
            ? 'The last check failed.'
            : null
  return {
    tone:
      problem !== null
        ? 'bad'
        : newest !== undefined && isScheduled
          ? 'good'
          : isScheduled
            ? 'muted'
            : 'warn',
    isTask: problem !== null,
    text: (
      <>
        {problem === null ? '' : `${problem} `}
        {backups.is_running ? (
          'One is being made.'
        ) : newest === undefined ? (
          'None yet.'
        ) : (
          <>
            The newest was made <RelativeTime at={newest.made_at} />
            {check === null || check.error !== null ? null : (
              <>
                , the last check was <RelativeTime at={check.at} />
              </>
            )}
            .
          </>
        )}
        {isScheduled ? '' : ' Nightly backups are off.'}
      </>
    ),
  }
}

function storageState({ storage }: SiteStatus): SiteState {
  const { engine, database_bytes: database, media_bytes: media, free_bytes: free } = storage
  const isLow = free < MIN_FREE_BYTES
  const limits = [
    `${formatBytes(storage.upload_limit_bytes)} for a file`,
    `${formatBytes(storage.person_limit_bytes)} for a person`,
    `${formatBytes(storage.league_limit_bytes)} for a league`,
  ]
  return {
    tone: isLow ? 'bad' : 'good',
    label: 'Storage',
    text: `${formatBytes(free)} free${isLow ? ', which is little' : ''}. ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${formatBytes(database)}, images and videos ${formatBytes(media)}. Limits: ${limits.join(', ')}.`,
    isTask: isLow,
  }
}

function jobsState({ failed_jobs: failed }: SiteStatus): SiteState {
  return {
    tone: failed > 0 ? 'bad' : 'good',
    label: 'Failed jobs',
    text: failed > 0 ? `${formatCount(failed, 'job')} gave up. Try again, or dismiss.` : 'None.',
    isTask: failed > 0,
    section: 'failed-jobs',
  }
}

function errorsState({ errors: { since, total } }: SiteStatus): SiteState {
  const text = (
    <>
      {total > 0 ? formatCount(total, 'error') : 'None'} since the start <RelativeTime at={since} />.
    </>
  )
  return { tone: total > 0 ? 'warn' : 'good', label: 'Errors', text, isTask: false }
}

function auditState({ audit }: SiteStatus): SiteState {
  const label = 'Activity log'
  if (audit === null)
    return { tone: 'muted', label, text: 'Not checked yet. It is checked once a day.', isTask: false }
  return {
    tone: audit.error === null ? 'good' : 'bad',
    label,
    text: (
      <>
        {audit.error ?? `${formatCount(audit.entries ?? 0, 'entry', 'entries')} unchanged.`} Checked{' '}
        <RelativeTime at={audit.checked_at} />.
      </>
    ),
    isTask: audit.error !== null,
  }
}
