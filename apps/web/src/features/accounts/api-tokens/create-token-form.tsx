import { Button } from '../../../ui/forms/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { RadioGroup } from '../../../ui/forms/radio-group.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import ui from '../../../ui/ui.module.css'
import { type ApiToken, type NewApiToken, useCreateApiToken } from './use-api-tokens.ts'

export const SCOPE_LABELS: Record<ApiToken['scopes'][number], string> = {
  read: 'Read leagues',
  post: 'Post in feeds',
}

const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
] as const

const DAYS = { 30: 30, 90: 90, 365: 365 } as const

const NO_TOKEN: {
  name: string
  scopes: NewApiToken['scopes']
  reach: 'all' | 'some'
  chosen: string[]
  lifetime: (typeof LIFETIMES)[number]['value']
} = { name: '', scopes: ['read'], reach: 'all', chosen: [], lifetime: '90' }

type Props = {
  /** The names of the user's leagues. */
  leagues: readonly string[]
  onCreated: (token: string) => void
  onCancel: () => void
}

export function CreateTokenForm({ leagues, onCreated, onCancel }: Props) {
  const form = useForm({
    initial: NO_TOKEN,
    mutation: useCreateApiToken(),
    toRequest: ({ name, scopes, reach, chosen, lifetime }) =>
      name.trim() === '' || scopes.length === 0 || (reach === 'some' && chosen.length === 0)
        ? null
        : { name, scopes, leagues: reach === 'all' ? null : chosen, days: DAYS[lifetime] },
    onSent: ({ token }) => onCreated(token),
  })
  const { scopes, reach, chosen } = form.draft
  return (
    <ActionForm
      form={form}
      label="New API token"
      action="Create token"
      busy="Creating…"
      others={<Button onClick={onCancel}>Cancel</Button>}
    >
      <TextField
        {...form.field('name')}
        label="Name"
        autoComplete="off"
        maxLength={60}
        hint="What the token is for, such as the name of your script."
      />
      <fieldset>
        <legend className={ui.strong}>It may</legend>
        {(['read', 'post'] as const).map((scope) => (
          <Checkbox
            key={scope}
            label={SCOPE_LABELS[scope]}
            checked={scopes.includes(scope)}
            onChange={(isChecked) => form.change({ scopes: withChoice(scopes, scope, isChecked) })}
          />
        ))}
      </fieldset>
      <RadioGroup
        {...form.field('reach')}
        label="Leagues"
        options={[
          { value: 'all', label: 'All my leagues' },
          { value: 'some', label: 'Only some' },
        ]}
      />
      {reach === 'some' ? (
        <fieldset>
          <legend className={ui.hidden}>Leagues of the token</legend>
          {leagues.map((league) => (
            <Checkbox
              key={league}
              label={league}
              checked={chosen.includes(league)}
              onChange={(isChecked) => form.change({ chosen: withChoice(chosen, league, isChecked) })}
            />
          ))}
          {leagues.length === 0 ? <p className={ui.note}>You're not in a league yet.</p> : null}
        </fieldset>
      ) : null}
      <RadioGroup {...form.field('lifetime')} label="Expires after" options={LIFETIMES} />
    </ActionForm>
  )
}

function withChoice<Value>(values: readonly Value[], value: Value, isChosen: boolean): Value[] {
  return isChosen ? [...values, value] : values.filter((each) => each !== value)
}
