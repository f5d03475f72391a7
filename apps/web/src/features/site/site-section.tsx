import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { apiClient } from '../../api/api-client.ts'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { MutationNotice } from '../../ui/feedback/notice.tsx'
import { formatBytes } from '../../ui/format/bytes.ts'
import { formatCount } from '../../ui/format/count.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Fill, Grid, Row, Section, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import { type Backups, backupsQuery, type SiteStatus, siteStatusQuery } from './use-site.ts'

/** Less free space than this is too little for a database that grows and a backup. */
const MIN_FREE_BYTES = 1024 * 1024 * 1024

/** The state of the site, shown to site admins. */
export function SiteSection({ email }: { email: string }) {
  const status = useQuery(siteStatusQuery)
  const backups = useQuery(backupsQuery)
  const client = useQueryClient()
  return (
    <Loaded query={status} name="the state of the site" rows={6} height={52}>
      {(site) => (
        <Stack gap={6}>
          <Grid as="ul" min={320} gap={4}>
            <VersionState site={site} />
            <AddressState site={site} />
            <MailState site={site} />
            <BackupState backups={backups.data} hasFailed={backups.isError} />
            <StorageState site={site} />
            <JobsState site={site} />
            <ErrorsState site={site} />
            <AuditState site={site} />
          </Grid>
          <Row>
            <Button
              onClick={() => {
                void client.invalidateQueries({ queryKey: siteStatusQuery.queryKey })
                void client.invalidateQueries({ queryKey: backupsQuery.queryKey })
              }}
            >
              Look again
            </Button>
          </Row>
          {site.mail.is_on ? <TestEmail email={email} /> : null}
          <Sources sources={site.sources} />
          <RecentErrors errors={site.errors} />
          <Settings settings={site.settings} />
        </Stack>
      )}
    </Loaded>
  )
}

type Tone = 'good' | 'warn' | 'bad' | 'muted'

const ICONS = { good: CircleCheck, warn: TriangleAlert, bad: CircleAlert, muted: CircleMinus }

type StateProps = { tone: Tone; label: string; children: ReactNode }

/** One thing that is well or not. The sentence says it as well as the icon. */
function State({ tone, label, children }: StateProps) {
  const Icon = ICONS[tone]
  return (
    <Row as="li" gap={2} align="start">
      <Text tone={tone}>
        <Icon size={20} aria-hidden="true" />
      </Text>
      <Fill>
        <Text as="div" weight={600}>
          {label}
        </Text>
        <div className={ui.breakable}>{children}</div>
      </Fill>
    </Row>
  )
}

function VersionState({ site: { version, update } }: { site: SiteStatus }) {
  const news =
    update === null
      ? 'Nobody is asked for newer releases. Set UPDATES_URL to hear of them.'
      : update.error !== null
        ? `The newest release isn't known: ${update.error}`
        : update.newest === null
          ? 'The newest release will be known within an hour.'
          : update.is_newer
            ? `${update.newest} is available.`
            : 'That is the newest release.'
  const tone = update === null ? 'muted' : update.is_newer || update.error !== null ? 'warn' : 'good'
  return (
    <State tone={tone} label={`Version ${version}`}>
      {news}
    </State>
  )
}

function AddressState({ site: { address } }: { site: SiteStatus }) {
  const { url, is_set: isSet, opened_at: openedAt } = address
  const isOther = url !== openedAt
  return (
    <State tone={isSet ? 'good' : 'warn'} label="Address">
      Links lead to {url}.{' '}
      {isSet
        ? isOther
          ? `You have opened ${openedAt}.`
          : ''
        : `Set PUBLIC_URL to the address that people use, if it is another one${isOther ? `, such as ${openedAt}` : ''}.`}
    </State>
  )
}

function MailState({ site: { mail } }: { site: SiteStatus }) {
  return (
    <State tone={mail.is_on ? 'good' : 'warn'} label="Email">
      {mail.is_on
        ? `Sent through ${mail.server}.`
        : 'Off: no reset links or notifications are sent. Set SMTP_URL and MAIL_FROM to turn it on.'}
    </State>
  )
}

function BackupState({ backups, hasFailed }: { backups: Backups | undefined; hasFailed: boolean }) {
  if (backups === undefined)
    return (
      <State tone="muted" label="Backups">
        {hasFailed ? 'Failed to load the backups.' : 'Loading…'}
      </State>
    )
  const [newest] = backups.backups
  const { last_backup: last, last_check: check } = backups
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
  const tone = problem !== null ? 'bad' : !backups.is_scheduled || newest === undefined ? 'warn' : 'good'
  return (
    <State tone={tone} label="Backups">
      {problem === null ? '' : `${problem} See below. `}
      {newest === undefined ? (
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
      {backups.is_scheduled ? '' : ' Nightly backups are off.'}
    </State>
  )
}

function StorageState({ site: { storage } }: { site: SiteStatus }) {
  const { engine, database_bytes: database, media_bytes: media, free_bytes: free } = storage
  const isLow = free < MIN_FREE_BYTES
  return (
    <State tone={isLow ? 'bad' : 'good'} label="Storage">
      {engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'} {formatBytes(database)}, images and videos{' '}
      {formatBytes(media)}. {formatBytes(free)} free{isLow ? ', which is little' : ''}. Limits:{' '}
      {formatBytes(storage.upload_limit_bytes)} for a file, {formatBytes(storage.person_limit_bytes)} for a
      person, {formatBytes(storage.league_limit_bytes)} for a league.
    </State>
  )
}

function JobsState({ site: { failed_jobs: failed } }: { site: SiteStatus }) {
  return (
    <State tone={failed > 0 ? 'bad' : 'good'} label="Failed jobs">
      {failed > 0 ? `${formatCount(failed, 'job')} failed. See below.` : 'None.'}
    </State>
  )
}

function ErrorsState({ site: { errors } }: { site: SiteStatus }) {
  return (
    <State tone={errors.total > 0 ? 'warn' : 'good'} label="Errors">
      {errors.total > 0 ? formatCount(errors.total, 'error') : 'None'} since the start{' '}
      <RelativeTime at={errors.since} />.
    </State>
  )
}

function AuditState({ site: { audit } }: { site: SiteStatus }) {
  if (audit === null)
    return (
      <State tone="muted" label="Activity log">
        Not checked yet. It is checked once a day.
      </State>
    )
  return (
    <State tone={audit.error === null ? 'good' : 'bad'} label="Activity log">
      {audit.error ?? `${formatCount(audit.entries ?? 0, 'entry', 'entries')} unchanged.`} Checked{' '}
      <RelativeTime at={audit.checked_at} />.
    </State>
  )
}

/** Sends an email to see whether the settings are right. */
function TestEmail({ email }: { email: string }) {
  const mutation = useMutation({
    mutationFn: (body: { email: string }) => apiClient('POST /api/site/test-email/', { body }),
  })
  const form = useForm({ initial: { email }, mutation, toRequest: (draft) => draft, clears: false })
  return (
    <Section title="Test email" level={3}>
      <ActionForm
        form={form}
        label="Test email"
        action="Send a test"
        busy="Sending…"
        fallback="Failed to send the email."
        isReady={form.draft.email.trim() !== ''}
        isStrong={false}
        outcome={<MutationNotice mutation={{ error: null, data: mutation.data }} fallback="" />}
      >
        <TextField {...form.field('email')} label="To" type="email" autoComplete="email" />
      </ActionForm>
    </Section>
  )
}

type Source = SiteStatus['sources'][number]

const SOURCE_NAMES: Readonly<Record<string, string>> = {
  'leagues of espn': 'ESPN leagues',
  'leagues of sleeper': 'Sleeper leagues',
  schedule: 'NFL schedule',
  scoreboard: 'NFL scores and odds',
  weather: 'Weather',
  'player news': 'Player news',
  'news search': 'News search',
  'sleeper players': "Sleeper's list of players",
  'player names': "ESPN's list of players",
}

const SOURCE_COLUMNS: Column<Source>[] = [
  { id: 'name', label: 'Source', kind: 'text', cell: ({ name }) => SOURCE_NAMES[name] ?? name },
  {
    id: 'success',
    label: 'Last success',
    kind: 'text',
    below: 'labeled',
    cell: ({ last_success_at: at }) => (at === null ? 'Never' : <RelativeTime at={at} />),
  },
  {
    id: 'error',
    label: 'Last error',
    kind: 'text',
    below: 'line',
    value: ({ error }) => error,
    tone: () => 'bad',
    missing: () => 'None',
  },
]

function Sources({ sources }: { sources: readonly Source[] }) {
  return (
    <Section title="Data sources" level={3}>
      {sources.length === 0 ? (
        <p>None was asked yet. Create a league and refresh it.</p>
      ) : (
        <DataTable
          isStacked
          caption="Data sources"
          head="name"
          columns={SOURCE_COLUMNS}
          rows={sources}
          keyOf={({ name }) => name}
        />
      )}
    </Section>
  )
}

function RecentErrors({ errors: { recent } }: { errors: SiteStatus['errors'] }) {
  if (recent.length === 0) return null
  return (
    <Section title="Last errors" level={3}>
      <Stack as="ul" gap={2} isDivided>
        {recent.map(({ at, message, detail }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: errors have no identity, and the list is replaced as a whole
          <li key={index} className={ui.breakable}>
            <Text weight={600}>{message}</Text>{' '}
            <Text size="s" tone="muted">
              <RelativeTime at={at} />
            </Text>
            {detail === '' ? null : <div>{detail}</div>}
          </li>
        ))}
      </Stack>
    </Section>
  )
}

type Setting = SiteStatus['settings'][number]

const SETTING_SOURCES = { environment: 'Environment', file: '.env', default: 'Default' } as const

const SETTING_COLUMNS: Column<Setting>[] = [
  { id: 'name', label: 'Setting', kind: 'text', cell: ({ name }) => name },
  { id: 'value', label: 'Value', kind: 'text', below: 'line', cell: settingValue },
  {
    id: 'source',
    label: 'Source',
    kind: 'text',
    below: 'labeled',
    cell: ({ source }) => SETTING_SOURCES[source],
  },
]

function settingValue({ value, is_secret: isSecret, source }: Setting): string {
  if (isSecret) return source === 'default' ? 'Not set' : 'Secret'
  return value ?? 'Not set'
}

/** The settings that somebody has set; on demand, all of them. */
function Settings({ settings }: { settings: readonly Setting[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const given = settings.filter(({ source }) => source !== 'default')
  const shown = showsAll ? settings : given
  return (
    <Section title="Settings in effect" level={3}>
      {shown.length === 0 ? <p>Every setting has its default.</p> : null}
      {shown.length === 0 ? null : (
        <DataTable
          isStacked
          isDense
          caption="Settings in effect"
          head="name"
          columns={SETTING_COLUMNS}
          rows={shown}
          keyOf={({ name }) => name}
        />
      )}
      <Row>
        <Button aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Only what is set' : `All ${settings.length} settings`}
        </Button>
      </Row>
    </Section>
  )
}
