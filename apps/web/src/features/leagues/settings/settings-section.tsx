import { parseLeagueId, parseSheetUrl } from '@fieldhouse/domain/league/provider-input'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiResponse, getErrorMessage, getFieldErrors, hasErrorCode } from '../../../api/api-client.ts'
import {
  leagueMetaQuery,
  leagueQuery,
  leagueQueryKey,
  refreshProgressQuery,
  useChange,
  useSend,
  useSendBody,
} from '../../../api/operations.ts'
import { useNow } from '../../../api/page-environment.ts'
import { createUploadClient } from '../../../api/upload-client.ts'
import { EmptyState, editOf, Loaded, Notice } from '../../../ui/feedback/feedback.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { formatDateTime, formatTimeAgo } from '../../../ui/format/date-time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Checkbox, TextField } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import { RecapCard } from '../../../ui/recap/recap-card.tsx'
import ui from '../../../ui/ui.module.css'

type Props = {
  league: string
  canManage: boolean
  /** Called with the league's new name. */
  onRenamed: (league: string) => void
}

export function SettingsSection({ league, canManage, onRenamed }: Props) {
  const settings = useQuery({ ...settingsQuery(league), enabled: canManage && league !== '' })
  const refresh = useFirstRefresh()
  if (!canManage) return <EmptyState>Only league admins can change the settings.</EmptyState>
  return (
    <Loaded query={settings} name="settings" rows={4} height={52}>
      {(stored) => (
        <>
          <SettingsForm
            key={league}
            league={league}
            savedSettings={stored}
            onRenamed={onRenamed}
            onEspnLeagueChanged={refresh.mutate}
          />
          {refresh.variables === league ? (
            <FirstRefresh
              league={league}
              done={`ESPN league ID changed to ${stored.espn_league_id}.`}
              refresh={refresh}
            />
          ) : null}
        </>
      )}
    </Loaded>
  )
}

type SettingsFormProps = Pick<Props, 'league' | 'onRenamed'> & {
  savedSettings: LeagueSettings
  onEspnLeagueChanged: (league: string) => void
}

type FormValues = Omit<LeagueSettings, 'espn_league_id'> & { espn_league_id: string }

function SettingsForm({ league, savedSettings, onRenamed, onEspnLeagueChanged }: SettingsFormProps) {
  const initial: FormValues = {
    ...savedSettings,
    espn_league_id: String(savedSettings.espn_league_id ?? ''),
  }
  const save = useSaveSettings(league, (settings) => {
    if (settings.name !== league) onRenamed(settings.name)
    if (settings.espn_league_id !== savedSettings.espn_league_id) onEspnLeagueChanged(settings.name)
  })
  const form = useForm({
    initial,
    mutation: save,
    isEdit: true,
    toRequest: ({ google_sheet_id, google_sheet_gid }, { changed, read }) => ({
      ...changed,
      // The sheet and its tab are saved together.
      ...('google_sheet_id' in changed || 'google_sheet_gid' in changed
        ? { google_sheet_id, google_sheet_gid }
        : {}),
      expected: toExpected(read),
    }),
  })
  const meta = useQuery(leagueMetaQuery(league)).data
  const hasRecaps = meta === undefined || meta.scoring_format === 'points'
  const { google_sheet_id: sheet, google_sheet_gid: gid, has_recap, recap_sections } = form.draft
  return (
    <ActionForm
      form={form}
      label="League settings"
      action={form.isChanged ? 'Save settings' : 'Saved'}
      edits={SETTING_EDITS}
      others={
        hasErrorCode(save.error, 'espn_seasons_stored') ? (
          <Button onClick={() => form.send({ deletes_espn_seasons: true })}>
            Change the ID and delete these seasons
          </Button>
        ) : null
      }
    >
      <Grid min={320}>
        <TextField
          {...form.field('name')}
          label="League name"
          hint="Renaming the league breaks saved links to it. Nothing else changes."
          autoComplete="off"
        />
        <TextField
          {...form.field('season_note')}
          label="Season note (optional)"
          hint="Shown above everyone's roster."
          maxLength={500}
          autoComplete="off"
        />
        {savedSettings.espn_league_id === null ? null : <EspnLeagueField {...form.field('espn_league_id')} />}
        <SheetFields
          sheet={sheet}
          gid={gid}
          fieldErrors={getFieldErrors(save.error)}
          onChange={(values) => form.change({ google_sheet_id: values.sheet, google_sheet_gid: values.gid })}
        />
      </Grid>
      <fieldset>
        <legend className={ui.strong}>Betslip</legend>
        <Checkbox {...form.checkbox('has_betslip')} label="Enable the Betslip page" />
        <Checkbox {...form.checkbox('hides_picks')} label="Hide other members' picks until the week locks" />
        <p className={ui.note}>{hidingNote(savedSettings)}</p>
      </fieldset>
      <fieldset>
        <legend className={ui.strong}>Weekly recap</legend>
        <Checkbox {...form.checkbox('has_recap')} label="Post a weekly recap every Tuesday and pin it" />
        {hasRecaps && has_recap ? (
          <RecapSections
            league={league}
            sections={recap_sections}
            onChange={(sections) => form.change({ recap_sections: sections })}
          />
        ) : null}
        {hasRecaps ? null : <p className={ui.note}>Only seasons with head-to-head points have recaps.</p>}
      </fieldset>
    </ActionForm>
  )
}

type Section = LeagueSettings['recap_sections'][number]

/** In the order in which they are shown. */
const SECTION_LABELS: Record<Section, string> = {
  results: 'Results',
  awards: 'Weekly awards',
  power: 'Power ranking',
  odds: 'Playoff odds',
  records: 'Broken records',
  standings: 'Standings',
}

const SECTIONS = Object.keys(SECTION_LABELS) as Section[]

const previewQuery = (league: string, sections: readonly Section[]) =>
  leagueQuery('GET /api/league/:league/recap/preview/', ['recap preview'], {
    league,
    sections: sections.join(','),
  })

type RecapSectionsProps = {
  league: string
  sections: readonly Section[]
  onChange: (sections: Section[]) => void
}

function RecapSections({ league, sections, onChange }: RecapSectionsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <fieldset>
        <legend className={ui.note}>What it is about</legend>
        <Grid min={200} gap={0}>
          {SECTIONS.map((section) => (
            <Checkbox
              key={section}
              label={SECTION_LABELS[section]}
              checked={sections.includes(section)}
              onChange={(isChecked) =>
                onChange(SECTIONS.filter((each) => (each === section ? isChecked : sections.includes(each))))
              }
            />
          ))}
        </Grid>
      </fieldset>
      {sections.length === 0 ? <p className={ui.note}>Choose at least one, or turn the recap off.</p> : null}
      <div>
        <Button aria-expanded={isOpen} disabled={sections.length === 0} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide preview' : 'Preview'}
        </Button>
      </div>
      {isOpen && sections.length > 0 ? <Preview league={league} sections={sections} /> : null}
    </>
  )
}

function Preview({ league, sections }: Omit<RecapSectionsProps, 'onChange'>) {
  const preview = useQuery(previewQuery(league, sections))
  return (
    <section className={ui.card} aria-label="Preview of the recap">
      <Loaded query={preview} name="the preview" rows={5}>
        {({ recap }) =>
          recap === null ? (
            <EmptyState hint="The preview shows the last complete week of the season.">
              No week is complete yet.
            </EmptyState>
          ) : (
            <RecapCard recap={recap} />
          )
        }
      </Loaded>
    </section>
  )
}

/** What the user has seen of the settings that they changed. */
function toExpected({ espn_league_id: id, ...read }: Partial<FormValues>): Partial<LeagueSettings> {
  return id === undefined ? read : { ...read, espn_league_id: id === '' ? null : Number(id) }
}

const SETTING_EDITS = {
  name: editOf('the league name'),
  season_note: editOf('the season note'),
  google_sheet_id: editOf('the Google Sheet'),
  google_sheet_gid: editOf('the sheet tab'),
  espn_league_id: editOf('the ESPN league ID'),
}

function hidingNote({ hides_picks, hides_picks_from }: LeagueSettings): string {
  if (hides_picks_from === null)
    return 'A change takes effect with the next betting week. Picks that were saved as hidden stay hidden until their week locks.'
  const start = formatDateTime(new Date(hides_picks_from))
  return `Picks will be ${hides_picks ? 'hidden' : 'visible'} when the next betting week starts: ${start}.`
}

type SheetFieldValues = { sheet: string; gid: string }

type SheetFieldsProps = SheetFieldValues & {
  /** The server's validation errors by request field name. */
  fieldErrors: Readonly<Record<string, string>>
  onChange: (values: SheetFieldValues) => void
}

/** The Google Sheet with a league's weekly picks. A pasted URL also fills in the tab. */
export function SheetFields({ sheet, gid, fieldErrors, onChange }: SheetFieldsProps) {
  return (
    <>
      <TextField
        label="Google Sheet ID or URL (optional)"
        value={sheet}
        onChange={(text) => onChange({ sheet: text, gid: tabIdFromUrl(text) ?? gid })}
        problem={fieldErrors['google_sheet_id']}
        hint={sheetHint(sheet)}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label="Sheet tab gid (optional)"
        value={gid}
        onChange={(text) => onChange({ sheet, gid: text })}
        problem={fieldErrors['google_sheet_gid']}
        inputMode="numeric"
        autoComplete="off"
      />
    </>
  )
}

/** Only for a whole URL: the first digits of a typed sheet ID look like a tab's gid. */
function tabIdFromUrl(text: string): string | null {
  const { sheetId, gid } = parseSheetUrl(text)
  return sheetId === null ? null : gid
}

function sheetHint(text: string): string {
  const { sheetId, gid } = parseSheetUrl(text)
  if (sheetId !== null) return gid === null ? `Sheet ${sheetId}` : `Sheet ${sheetId}, tab ${gid}`
  if (gid !== null) return `Tab ${gid}`
  return text.trim() === ''
    ? 'The sheet with your weekly picks, if you use one.'
    : 'No sheet ID found in that text.'
}

type EspnLeagueFieldProps = { value: string; onChange: (value: string) => void; problem: string | undefined }

export function EspnLeagueField({ value, onChange, problem }: EspnLeagueFieldProps) {
  const id = parseLeagueId(value)
  return (
    <TextField
      label="ESPN league ID or URL"
      value={value}
      onChange={onChange}
      problem={problem}
      hint={id === undefined ? "Paste the league's ESPN URL or ID." : `ESPN league ${id}`}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

/** The first refresh of a league or of a new ESPN league ID, which shows whether ESPN has the league. */
export const useFirstRefresh = () =>
  useSend('POST /api/refresh-espn/', (name: string) => ({ body: { name } }), {
    onSettled: (_, name) => [leagueQueryKey(name), ['user-leagues'], ['league-status']],
  })

type FirstRefreshMutation = ReturnType<typeof useFirstRefresh>

type FirstRefreshProps = {
  league: string
  /** What was done before, as a sentence. */
  done: string
  refresh: FirstRefreshMutation
}

export function FirstRefresh({ league, done, refresh }: FirstRefreshProps) {
  const { data: progress } = useQuery(refreshProgressQuery(league))
  if (refresh.isPending || refresh.variables !== league) {
    const label = `Reading ${league} from ESPN`
    const running = progress?.state === 'running' ? progress : undefined
    return (
      <Stack gap={3}>
        <Notice tone="info">{done}</Notice>
        <ProgressBar label={label} job={running} waiting={`${label}…`} />
      </Stack>
    )
  }
  const problem = findProblem(refresh)
  if (problem === null) {
    return (
      <Notice tone="good">
        {done} Next, assign its teams under Team assignments, and import past seasons in its History tab.
      </Notice>
    )
  }
  return (
    <Stack gap={3}>
      <Notice tone="warn">
        <p>
          {done} {problem}
        </p>
        <p>Cookies are under Provider Cookies, and the ID is under League Settings.</p>
      </Notice>
      <Row wraps>
        <Button onClick={() => refresh.mutate(league)}>Try again</Button>
      </Row>
    </Stack>
  )
}

function findProblem({ error, data }: FirstRefreshMutation): string | null {
  if (error !== null) return getErrorMessage(error, 'Something went wrong.')
  return data === undefined || data.ok ? null : (data.error ?? 'Something went wrong.')
}

type Webhook = NonNullable<ApiResponse<'GET /api/league/:league/webhook/'>['webhook']>

const SERVICE_NAMES = { discord: 'Discord', slack: 'Slack', groupme: 'GroupMe' } as const

const webhookQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/webhook/', ['webhook'], { league })

export function WebhookSection({ league }: { league: string }) {
  const webhook = useQuery(webhookQuery(league))
  return (
    <section className={ui.subsection} aria-label="Post the recap to Discord, Slack or GroupMe">
      <h3>Post the recap to Discord, Slack or GroupMe</h3>
      <Loaded query={webhook} name="the webhook" rows={1} height={52}>
        {({ webhook: stored }) => (
          <>
            {stored === null ? null : <SavedWebhook league={league} stored={stored} />}
            <WebhookForm key={stored?.saved_at ?? ''} league={league} hasWebhook={stored !== null} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function WebhookForm({ league, hasWebhook }: { league: string; hasWebhook: boolean }) {
  const form = useForm({
    initial: { address: '' },
    mutation: useSendBody('POST /api/league/:league/webhook/', {
      params: { league },
      onSuccess: [webhookQuery(league).queryKey],
    }),
    toRequest: (draft) => (draft.address.trim() === '' ? null : draft),
  })
  return (
    <ActionForm
      form={form}
      label="Webhook"
      action="Save webhook"
      fallback="Failed to save the webhook."
      isStrong={false}
    >
      <TextField
        {...form.field('address')}
        label={hasWebhook ? 'New channel webhook URL' : 'Channel webhook URL'}
        hint="Copy it from the channel settings. For GroupMe: https://api.groupme.com/v3/bots/post?bot_id= and the ID of your bot. It's stored encrypted and not shown again."
        autoComplete="off"
        spellCheck={false}
      />
    </ActionForm>
  )
}

function SavedWebhook({ league, stored }: { league: string; stored: Webhook }) {
  const { queryKey } = webhookQuery(league)
  const request = () => ({ params: { league } })
  // A failed test also changes the webhook's last error.
  const test = useSend('POST /api/league/:league/webhook/test/', request, { onSettled: [queryKey] })
  const remove = useSend('DELETE /api/league/:league/webhook/', request, { onSuccess: [queryKey] })
  const now = useNow()
  const service = SERVICE_NAMES[stored.form]
  const failure = test.error ?? remove.error
  return (
    <>
      <p>
        The recap is also posted to {service}.{' '}
        {stored.sent_at === null
          ? 'Nothing sent yet.'
          : `Last message sent ${formatTimeAgo(new Date(stored.sent_at), now)}.`}
      </p>
      {failure !== null ? (
        <Notice tone="bad">{getErrorMessage(failure, 'Something went wrong. Try again.')}</Notice>
      ) : stored.last_error !== null ? (
        <Notice tone="warn">{stored.last_error}</Notice>
      ) : test.isSuccess ? (
        <Notice tone="good">{test.data.message}</Notice>
      ) : null}
      <Row wraps>
        <Button disabled={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? 'Sending…' : 'Send a test message'}
        </Button>
        <Button disabled={remove.isPending} onClick={() => remove.mutate()}>
          Remove webhook
        </Button>
      </Row>
    </>
  )
}

export type LeagueSettings = ApiResponse<'GET /api/league/:league/settings/'>

const settingsQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/settings/', ['settings'], { league })

export const archiveUrl = (league: string) => `/api/league/${encodeURIComponent(league)}/export/`

/** `onSaved` receives the new settings before the queries do. */
const useSaveSettings = (league: string, onSaved: (settings: LeagueSettings) => void) =>
  useSendBody('POST /api/league/:league/settings/', {
    params: { league },
    onSuccess: ({ settings }, _, client) => {
      onSaved(settings)
      client.setQueryData(settingsQuery(settings.name).queryKey, settings)
      return settings.name === league ? [leagueQueryKey(league)] : LEAGUES
    },
    // Somebody else may have changed the settings.
    onError: [settingsQuery(league).queryKey],
  })

export const useDeleteLeague = (league: string) =>
  useSend('POST /api/league/:league/delete/', (name: string) => ({ params: { league }, body: { name } }), {
    onSuccess: (_data, _name, client) => {
      client.removeQueries({ queryKey: leagueQueryKey(league) })
      return LEAGUES
    },
  })

/** `onProgress` receives the uploaded share of the archive, from 0 to 1. */
export const useImportLeague = (onProgress: (share: number) => void) =>
  useChange(
    ({ file, name }: { file: File; name: string }) => {
      onProgress(0)
      const body = new FormData()
      if (name.trim() !== '') body.append('name', name)
      body.append('file', file)
      return createUploadClient(onProgress)('POST /api/import-league/', { body })
    },
    { onSuccess: [...LEAGUES, ['users']] },
  )

const LEAGUES = [['leagues'], ['user-leagues'], ['league-status'], ['acts']]
