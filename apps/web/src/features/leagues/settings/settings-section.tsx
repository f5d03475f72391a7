import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, Suspense, useState } from 'react'
import { ApiError, getFieldErrors, getNewerValues } from '../../../api/api-error.ts'
import { leagueMetaQuery } from '../../../api/league-queries.ts'
import { EditConflict, editOf } from '../../../ui/feedback/edit-conflict.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { ErrorNotice } from '../../../ui/feedback/notice.tsx'
import { formatDateTime } from '../../../ui/format/date-time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { lazyNamed } from '../../../ui/lazy-named.ts'
import ui from '../../../ui/ui.module.css'
import styles from '../league-forms.module.css'
import { EspnLeagueField } from './espn-league-field.tsx'
import { FirstRefresh, useFirstRefresh } from './first-refresh.tsx'
import { SheetFields } from './sheet-fields.tsx'
import { type LeagueSettings, settingsQuery, useSaveSettings } from './use-league-settings.ts'

const RecapSections = lazyNamed(() => import('./recap-sections.tsx'), 'RecapSections')

type Props = {
  league: string
  canManage: boolean
  /** Called with the league's new name. */
  onRenamed: (league: string) => void
}

/** The settings of a league, for its admins. */
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
  /** Called with the name of the league. */
  onEspnLeagueChanged: (league: string) => void
}

/** The changed settings as entered, and what they were when the user changed them. */
type Draft = { values: Partial<FormValues>; read: Partial<LeagueSettings> }
type FormValues = Omit<LeagueSettings, 'espn_league_id'> & { espn_league_id: string }

const NO_DRAFT: Draft = { values: {}, read: {} }

function SettingsForm({ league, savedSettings, onRenamed, onEspnLeagueChanged }: SettingsFormProps) {
  const savedValues = { ...savedSettings, espn_league_id: String(savedSettings.espn_league_id ?? '') }
  const [draft, setDraft] = useState(NO_DRAFT)
  const values: FormValues = { ...savedValues, ...draft.values }
  const save = useSaveSettings(league, (settings) => {
    setDraft(NO_DRAFT)
    if (settings.name !== league) onRenamed(settings.name)
    if (settings.espn_league_id !== savedSettings.espn_league_id) onEspnLeagueChanged(settings.name)
  })
  const meta = useQuery(leagueMetaQuery(league)).data
  const hasRecaps = meta === undefined || meta.scoring_format === 'points'
  const fieldErrors = getFieldErrors(save.error)
  const conflict = getNewerValues(save.error)
  const changedNames = (Object.keys(draft.values) as (keyof FormValues)[]).filter(
    (name) => values[name] !== savedValues[name],
  )
  const isChanged = changedNames.length > 0
  const body = { ...pickFields(values, withWholeSheet(changedNames)), expected: draft.read }
  const textProps = (name: 'name' | 'season_note') => ({
    value: values[name],
    onChange: (text: string) => change({ [name]: text }),
    problem: fieldErrors[name],
  })
  const checkboxProps = (name: 'has_betslip' | 'hides_picks' | 'has_recap') => ({
    checked: values[name],
    onChange: (isChecked: boolean) => change({ [name]: isChecked }),
  })

  function change(changed: Partial<FormValues>) {
    const names = withWholeSheet(Object.keys(changed) as (keyof FormValues)[])
    setDraft({
      values: { ...draft.values, ...changed },
      read: { ...pickFields(savedSettings, names), ...draft.read },
    })
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isChanged && !save.isPending) save.mutate(body)
  }

  function discardDraft() {
    const names = (Object.keys(draft.values) as (keyof FormValues)[]).filter(
      (name) => conflict?.[name] === undefined,
    )
    setDraft({ values: pickFields(draft.values, names), read: pickFields(draft.read, withWholeSheet(names)) })
    save.reset()
  }

  function saveMine(newer: Partial<LeagueSettings>) {
    const read = { ...draft.read, ...newer }
    setDraft({ ...draft, read })
    save.mutate({ ...body, expected: read })
  }

  return (
    <Form className={styles.form} onSubmit={submit} aria-label="League settings">
      <TextField
        {...textProps('name')}
        label="League name"
        hint="Renaming the league breaks saved links to it. Nothing else changes."
        autoComplete="off"
      />
      <TextField
        {...textProps('season_note')}
        label="Season note (optional)"
        hint="Shown above everyone's roster."
        maxLength={500}
        autoComplete="off"
      />
      {savedSettings.espn_league_id === null ? null : (
        <EspnLeagueField
          value={values.espn_league_id}
          onChange={(text) => change({ espn_league_id: text })}
          problem={fieldErrors['espn_league_id']}
        />
      )}
      <SheetFields
        sheet={values.google_sheet_id}
        gid={values.google_sheet_gid}
        fieldErrors={fieldErrors}
        onChange={({ sheet, gid }) => change({ google_sheet_id: sheet, google_sheet_gid: gid })}
      />
      <fieldset className={styles.checkboxes}>
        <legend>Betslip</legend>
        <Checkbox label="Enable the Betslip page" {...checkboxProps('has_betslip')} />
        <Checkbox label="Hide other members' picks until the week locks" {...checkboxProps('hides_picks')} />
        <p className={ui.note}>{hidingNote(savedSettings)}</p>
      </fieldset>
      <fieldset className={styles.checkboxes}>
        <legend>Weekly recap</legend>
        <Checkbox label="Post a weekly recap every Tuesday and pin it" {...checkboxProps('has_recap')} />
        {hasRecaps && values.has_recap ? (
          <Suspense fallback={null}>
            <RecapSections
              league={league}
              sections={values.recap_sections}
              onChange={(recap_sections) => change({ recap_sections })}
            />
          </Suspense>
        ) : null}
        {hasRecaps ? null : <p className={ui.note}>Only seasons with head-to-head points have recaps.</p>}
      </fieldset>
      <div className={styles.footer}>
        <EditConflict
          error={save.error}
          edits={SETTING_EDITS}
          isSaving={save.isPending}
          onKeepTheirs={discardDraft}
          onSaveMine={saveMine}
        />
        <ErrorNotice error={conflict === null ? save.error : null} fallback="Something went wrong." />
        {save.error instanceof ApiError && save.error.code === 'espn_seasons_stored' ? (
          <Button onClick={() => save.mutate({ ...body, deletes_espn_seasons: true })}>
            Change the ID and delete these seasons
          </Button>
        ) : null}
        <Button type="submit" variant="strong" disabled={!isChanged || save.isPending}>
          {save.isPending ? 'Saving…' : isChanged ? 'Save settings' : 'Saved'}
        </Button>
      </div>
    </Form>
  )
}

const SETTING_EDITS = {
  name: editOf('the league name'),
  season_note: editOf('the season note'),
  google_sheet_id: editOf('the Google Sheet'),
  google_sheet_gid: editOf('the sheet tab'),
  espn_league_id: editOf('the ESPN league ID'),
}

/** The sheet and its tab are saved together. */
function withWholeSheet(names: readonly (keyof FormValues)[]): (keyof FormValues)[] {
  const sheetFields = ['google_sheet_id', 'google_sheet_gid'] as const
  return sheetFields.some((name) => names.includes(name)) ? [...names, ...sheetFields] : [...names]
}

function pickFields<Values extends object, Name extends keyof Values>(
  values: Values,
  names: readonly Name[],
): Pick<Values, Name> {
  return Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : []))) as Pick<
    Values,
    Name
  >
}

/** When a change of hidden picks takes effect. */
function hidingNote({ hides_picks, hides_picks_from }: LeagueSettings): string {
  if (hides_picks_from === null)
    return 'A change takes effect with the next betting week. Picks that were saved as hidden stay hidden until their week locks.'
  const start = formatDateTime(new Date(hides_picks_from))
  return `Picks will be ${hides_picks ? 'hidden' : 'visible'} when the next betting week starts: ${start}.`
}
