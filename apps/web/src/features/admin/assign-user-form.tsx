import { LEAGUE_ROLES, type LeagueRole } from '@fieldhouse/domain/roles'
import { type SubmitEvent, useState } from 'react'
import { getErrorMessage, getFieldErrors } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { ComboboxOption } from '../../ui/option-search.ts'
import styles from './admin-forms.module.css'
import { useAssignUser } from './use-people.ts'

type Props = {
  people: readonly ComboboxOption[]
  leagues: readonly string[]
  league: string
  disabled: boolean
}

const ROLE_LABELS: Record<LeagueRole, string> = { admin: 'Admin', player: 'Player', viewer: 'Viewer' }

/** Makes a user a member of a league, or changes the role. */
export function AssignUserForm({ people, leagues, league, disabled }: Props) {
  const [username, setUsername] = useState('')
  const [chosen, setChosen] = useState(leagues.includes(league) ? league : '')
  const [role, setRole] = useState<LeagueRole>('player')
  const [missing, setMissing] = useState<string | null>(null)
  const assign = useAssignUser()
  const told = getFieldErrors(assign.error)

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (disabled || assign.isPending) return
    const lacks = missingSelectionMessage({ username, chosen, hasLeague: leagues.length > 0 })
    setMissing(lacks)
    assign.reset()
    if (lacks !== null) return
    assign.mutate({ username, league: chosen, role }, { onSuccess: () => setUsername('') })
  }

  return (
    <form className={styles['form']} onSubmit={send} aria-label="Assign User to League">
      <Combobox
        label="User"
        options={people}
        value={username}
        onChange={setUsername}
        disabled={disabled}
        problem={told['username']}
        placeholder="Type a name"
      />
      <Field label="Assign to league" problem={told['league']}>
        {(control) => (
          <select
            {...control}
            value={chosen}
            disabled={disabled}
            onChange={(event) => setChosen(event.target.value)}
          >
            <option value="">Pick a league</option>
            {leagues.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Role in the league" problem={told['role']}>
        {(control) => (
          <select
            {...control}
            value={role}
            disabled={disabled}
            onChange={(event) => setRole(LEAGUE_ROLES.find((it) => it === event.target.value) ?? 'player')}
          >
            {LEAGUE_ROLES.toReversed().map((name) => (
              <option key={name} value={name}>
                {ROLE_LABELS[name]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className={styles['end']}>
        {missing === null ? null : <Notice tone="bad">{missing}</Notice>}
        {assign.isError ? (
          <Notice tone="bad">{getErrorMessage(assign.error, 'Failed to assign')}</Notice>
        ) : null}
        {assign.isSuccess ? <Notice tone="good">{assign.data.message}</Notice> : null}
        <Button type="submit" variant="strong" disabled={disabled || assign.isPending}>
          {assign.isPending ? 'Assigning…' : 'Assign user'}
        </Button>
      </div>
    </form>
  )
}

type Selection = { username: string; chosen: string; hasLeague: boolean }

/** Which choice is still open. Texts: specification, 5 "Assign user". */
function missingSelectionMessage({ username, chosen, hasLeague }: Selection): string | null {
  if (!hasLeague) return 'Select a league first.'
  if (chosen === '') return 'Pick a league first.'
  return username === '' ? 'Pick a user first.' : null
}
