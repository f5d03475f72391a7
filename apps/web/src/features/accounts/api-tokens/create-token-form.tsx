import { type SubmitEvent, useState } from 'react'
import { getFieldErrors, getFormErrorMessage } from '../../../api/api-error.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { RadioGroup } from '../../../ui/forms/radio-group.tsx'
import ui from '../../../ui/ui.module.css'
import { type ApiToken, type NewApiToken, useCreateApiToken } from './use-api-tokens.ts'

export const SCOPE_LABELS: Record<ApiToken['scopes'][number], string> = {
  read: 'Read leagues',
  post: 'Post in feeds',
}

const LIFETIMES = [
  { value: '30', label: '30 days', days: 30 },
  { value: '90', label: '90 days', days: 90 },
  { value: '365', label: '1 year', days: 365 },
] as const

type Props = {
  /** The names of the user's leagues. */
  leagues: readonly string[]
  onCreated: (token: string) => void
  onCancel: () => void
}

export function CreateTokenForm({ leagues, onCreated, onCancel }: Props) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<NewApiToken['scopes']>(['read'])
  const [reach, setReach] = useState<'all' | 'some'>('all')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [lifetime, setLifetime] = useState<(typeof LIFETIMES)[number]['value']>('90')
  const create = useCreateApiToken()
  const fieldErrors = getFieldErrors(create.error)
  const isComplete = name.trim() !== '' && scopes.length > 0 && (reach === 'all' || chosen.length > 0)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isComplete || create.isPending) return
    const days = LIFETIMES.find(({ value }) => value === lifetime)?.days ?? 90
    create.mutate(
      { name, scopes, leagues: reach === 'all' ? null : [...chosen], days },
      { onSuccess: ({ token }) => onCreated(token) },
    )
  }

  return (
    <form className={ui.stack16} onSubmit={submit} aria-label="New API token">
      <TextField
        label="Name"
        name="token-name"
        autoComplete="off"
        maxLength={60}
        hint="What the token is for, such as the name of your script."
        value={name}
        onChange={setName}
        problem={fieldErrors['name']}
      />
      <fieldset>
        <legend className={ui.strong}>It may</legend>
        {(['read', 'post'] as const).map((scope) => (
          <Checkbox
            key={scope}
            label={SCOPE_LABELS[scope]}
            checked={scopes.includes(scope)}
            onChange={(isChecked) => setScopes(withChoice(scopes, scope, isChecked))}
          />
        ))}
      </fieldset>
      <RadioGroup
        label="Leagues"
        options={[
          { value: 'all', label: 'All my leagues' },
          { value: 'some', label: 'Only some' },
        ]}
        value={reach}
        onChange={setReach}
      />
      {reach === 'some' ? (
        <fieldset>
          <legend className={ui.hidden}>Leagues of the token</legend>
          {leagues.map((league) => (
            <Checkbox
              key={league}
              label={league}
              checked={chosen.includes(league)}
              onChange={(isChecked) => setChosen(withChoice(chosen, league, isChecked))}
            />
          ))}
          {leagues.length === 0 ? <p className={ui.note}>You're not in a league yet.</p> : null}
        </fieldset>
      ) : null}
      <RadioGroup label="Expires after" options={LIFETIMES} value={lifetime} onChange={setLifetime} />
      {create.error === null ? null : (
        <Notice tone="bad">{getFormErrorMessage(create.error, 'Something went wrong.')}</Notice>
      )}
      <div className={ui.row}>
        <Button type="submit" variant="strong" disabled={!isComplete || create.isPending}>
          {create.isPending ? 'Creating…' : 'Create token'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

function withChoice<Value>(values: readonly Value[], value: Value, isChosen: boolean): Value[] {
  return isChosen ? [...values, value] : values.filter((each) => each !== value)
}
