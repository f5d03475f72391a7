import { useQuery } from '@tanstack/react-query'
import { getFieldErrors, hasErrorCode } from '../../../api/api-client.ts'
import { leagueMetaQuery } from '../../../api/operations.ts'
import { editOf } from '../../../ui/feedback/edit-conflict.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { formatDateTime } from '../../../ui/format/date-time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { Grid } from '../../../ui/layout/layout.tsx'
import { lazyPart } from '../../../ui/lazy-named.ts'
import ui from '../../../ui/ui.module.css'
import { FirstRefresh, useFirstRefresh } from './first-refresh.tsx'
import { EspnLeagueField, SheetFields } from './sheet-fields.tsx'
import { type LeagueSettings, settingsQuery, useSaveSettings } from './use-league-settings.ts'

const RecapSections = lazyPart(() => import('./recap-sections.tsx'), 'RecapSections')

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
