import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useSend, useSendBody } from '../../api/operations.ts'
import { useConfirmedDownload } from '../../api/use-confirmed-download.ts'
import { Link } from '../../router/link.tsx'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import { EmptyState, ErrorNotice, Loaded, MutationNotice, Notice } from '../../ui/feedback/feedback.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { formatBytes } from '../../ui/format/bytes.ts'
import { formatDateTime, formatDay } from '../../ui/format/date-time.ts'
import { formatCount } from '../../ui/format/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { RadioGroup, TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Fill, Grid, Row, Section, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import { describeSite, type SiteState } from './site-states.tsx'
import {
  type Backups,
  backupsQuery,
  type SiteStatus,
  siteSettingsQuery,
  siteStatusQuery,
  useSaveSiteSettings,
} from './use-site.ts'

export function SiteSection({ email }: { email: string }) {
  const status = useQuery(siteStatusQuery)
  const backups = useQuery(backupsQuery)
  const client = useQueryClient()
  return (
    <Loaded query={status} name="the state of the site" rows={6} height={52}>
      {(site) => (
        <Stack gap={6}>
          <Grid as="ul" min={320} gap={4}>
            {describeSite(site, backups.isError ? null : backups.data).map((state) => (
              <State key={state.label} state={state} />
            ))}
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
          <RecentErrors errors={site.errors} />
        </Stack>
      )}
    </Loaded>
  )
}

const ICONS = { good: CircleCheck, warn: TriangleAlert, bad: CircleAlert, muted: CircleMinus }

/** The sentence says it as well as the icon. */
function State({ state: { tone, label, text, section } }: { state: SiteState }) {
  const Icon = ICONS[tone]
  return (
    <Row as="li" gap={2} align="start">
      <Text tone={tone}>
        <Icon size={20} aria-hidden="true" />
      </Text>
      <Fill>
        <div className={ui.strong}>
          {section === undefined ? label : <Link to={{ route: 'admin', view: section }}>{label}</Link>}
        </div>
        <div className={ui.breakable}>{text}</div>
      </Fill>
    </Row>
  )
}

function TestEmail({ email }: { email: string }) {
  const mutation = useSendBody('POST /api/site/test-email/', {})
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
  { label: 'Source', kind: 'head', cell: ({ name }) => SOURCE_NAMES[name] ?? name },
  {
    label: 'Last success',
    kind: 'text',
    cell: ({ last_success_at: at }) => (at === null ? 'Never' : <RelativeTime at={at} />),
  },
]

export function DataSources() {
  const status = useQuery(siteStatusQuery)
  return (
    <Loaded query={status} name="data sources" rows={6} height={44}>
      {({ sources }) =>
        sources.length === 0 ? (
          <EmptyState hint="Create a league and refresh it.">No source was asked yet.</EmptyState>
        ) : (
          <DataTable
            isPlain
            caption="Data sources"
            columns={SOURCE_COLUMNS}
            rows={sources}
            keyOf={({ name }) => name}
            detail={({ error }) => (error === null ? null : <Text tone="bad">{error}</Text>)}
          />
        )
      }
    </Loaded>
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
            <span className={ui.note}>
              <RelativeTime at={at} />
            </span>
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
  {
    label: 'Setting',
    kind: 'head',
    cell: ({ name, source }) => (
      <span className={ui.breakable}>
        {name} <span className={ui.note}>{SETTING_SOURCES[source]}</span>
      </span>
    ),
  },
  { label: 'Value', kind: 'text', below: 'line', cell: settingValue },
]

function settingValue({ value, is_secret: isSecret, source }: Setting): string {
  if (isSecret) return source === 'default' ? 'Not set' : 'Secret'
  return value ?? 'Not set'
}

export function SettingsInEffect() {
  const status = useQuery(siteStatusQuery)
  const [showsAll, setShowsAll] = useState(false)
  return (
    <Loaded query={status} name="settings" rows={6} height={44}>
      {({ settings }) => {
        const shown = settings.filter(({ source }) => showsAll || source !== 'default')
        return (
          <Stack gap={3}>
            {shown.length === 0 ? (
              <p>Every setting has its default.</p>
            ) : (
              <DataTable
                isStacked
                isDense
                isPlain
                caption="Settings in effect"
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
          </Stack>
        )
      }}
    </Loaded>
  )
}

type Backup = Backups['backups'][number]

export function BackupsSection() {
  const backups = useQuery(backupsQuery)
  return (
    <Loaded query={backups} name="backups" rows={3} height={52}>
      {(loaded) => <LoadedBackups backups={loaded} />}
    </Loaded>
  )
}

function LoadedBackups({ backups }: { backups: Backups }) {
  const make = useSend('POST /api/site/backups/', () => ({}), { onSettled: [backupsQuery.queryKey] })
  const download = useConfirmedDownload()
  const isMaking = make.isPending || backups.is_running
  return (
    <Stack gap={4}>
      <Problems backups={backups} />
      <Stack gap={1}>
        <p>
          {backups.is_scheduled
            ? 'The server makes a backup every night. The last seven days stay, and four weeks before.'
            : 'Nightly backups are off: BACKUPS is set to off.'}{' '}
          Stored in <span className={ui.breakable}>{backups.location}</span>.
        </p>
        <LastCheck backups={backups} />
      </Stack>
      <ErrorNotice error={make.error ?? download.error} fallback="Something went wrong. Try again." />
      {backups.backups.length > 0 ? (
        <DataTable
          caption="Backups"
          columns={columnsOf(download.linkTo)}
          rows={backups.backups}
          keyOf={({ name }) => name}
        />
      ) : backups.storage_error === null ? (
        <EmptyState hint={backups.is_scheduled ? 'The first one is made within an hour.' : undefined}>
          No backups yet.
        </EmptyState>
      ) : null}
      <Row wraps gap={3}>
        {/* Not disabled, so that it keeps the focus. */}
        <Button aria-disabled={isMaking || undefined} onClick={() => (isMaking ? undefined : make.mutate())}>
          {isMaking ? 'Making a backup…' : 'Make a backup now'}
        </Button>
      </Row>
      <p className={ui.note}>
        Backups contain password hashes and email addresses, but not the secret key: store SECRET_KEY, or the
        file secret-key of the data directory, in another place. To restore one, run npm run restore.
      </p>
    </Stack>
  )
}

function Problems({ backups }: { backups: Backups }) {
  const { storage_error: storageError, last_backup: last, is_overdue: isOverdue } = backups
  return (
    <>
      {isOverdue ? (
        <Notice tone="warn">
          There has been no backup for two days.{' '}
          {last?.error == null ? 'See the log of the server for the reason.' : ''}
        </Notice>
      ) : null}
      {last?.error == null ? null : (
        <Notice tone="bad">
          The last backup failed <RelativeTime at={last.at} />: {last.error}
        </Notice>
      )}
      {storageError === null ? null : <Notice tone="bad">The backups can't be listed: {storageError}</Notice>}
    </>
  )
}

function LastCheck({ backups: { last_check: check, is_checking: isChecking } }: { backups: Backups }) {
  if (isChecking) return <Text tone="muted">The newest backup is being restored for a check…</Text>
  if (check === null)
    return <Text tone="muted">Once a week, the newest one is restored for a check. Not checked yet.</Text>
  const { restored, error } = check
  if (error !== null || restored === null)
    return (
      <Notice tone="bad">
        The check of the newest backup failed <RelativeTime at={check.at} />: {error}
      </Notice>
    )
  const { rows, files, missing_files: missing } = restored
  return (
    <Text tone="good">
      Checked <RelativeTime at={check.at} /> by restoring it: {formatCount(rows, 'row')} and{' '}
      {formatCount(files, 'file')}, all there.
      {missing === 0 ? '' : ` ${formatCount(missing, 'media file')} had been missing before.`}
    </Text>
  )
}

function columnsOf(linkTo: ReturnType<typeof useConfirmedDownload>['linkTo']): Column<Backup>[] {
  return [
    {
      label: 'Made',
      kind: 'head',
      // There is one a day.
      cell: ({ made_at: at }) => (
        <time dateTime={at} title={formatDateTime(new Date(at))}>
          {formatDay(new Date(at))}
        </time>
      ),
    },
    { label: 'Size', value: ({ bytes }) => formatBytes(bytes) },
    {
      label: 'Download',
      kind: 'action',
      cell: ({ name, made_at: at }) => {
        const url = `/api/site/backups/${encodeURIComponent(name)}/`
        const label = `Download the backup of ${formatDateTime(new Date(at))}`
        return (
          <a className={ui.standaloneLink} href={url} aria-label={label} {...linkTo(url)}>
            Download
          </a>
        )
      },
    },
  ]
}

const OPTIONS = [
  { value: 'open', label: 'Anybody can sign up' },
  { value: 'invite', label: 'Only with an invite link' },
] as const

const LABELS = Object.fromEntries(OPTIONS.map(({ value, label }) => [value, label]))

export function WhoCanJoin() {
  const settings = useQuery(siteSettingsQuery)
  const save = useSaveSiteSettings()
  return (
    <Loaded query={settings} name="site settings" rows={2} height={44}>
      {({ signup }) => (
        <Stack>
          {signup.is_from_environment ? (
            <p>
              {LABELS[signup.value]}, because the server's environment has SIGNUP={signup.value}.
            </p>
          ) : (
            <RadioGroup
              label="Who can join"
              isStacked
              options={OPTIONS}
              value={save.isPending ? (save.variables?.signup ?? signup.value) : signup.value}
              onChange={(value) => save.mutate({ signup: value })}
            />
          )}
          <p className={ui.note}>
            With an invite link only, people see no names of leagues that they are not in. The admin signup
            code works in any case.
          </p>
          <MutationNotice mutation={save} fallback="Failed to save." />
        </Stack>
      )}
    </Loaded>
  )
}
