import { LEAGUE_ROLES, type LeagueRole } from '@fieldhouse/domain/league/roles'
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

/** Adds a user to a league or changes their role. */
export function AssignUserForm({ people, leagues, league, disabled }: Props) {
  const [username, setUsername] = useState('')
  const [selectedLeague, setSelectedLeague] = useState(leagues.includes(league) ? league : '')
  const [role, setRole] = useState<LeagueRole>('player')
  const [validationMessage, setValidationMessage] = useState<string | null>(null)
  const assign = useAssignUser()
  const fieldErrors = getFieldErrors(assign.error)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (disabled || assign.isPending) return
    const message = missingSelectionMessage({ username, selectedLeague, hasLeagues: leagues.length > 0 })
    setValidationMessage(message)
    assign.reset()
    if (message !== null) return
    assign.mutate({ username, league: selectedLeague, role }, { onSuccess: () => setUsername('') })
  }

  return (
    <form className={styles['form']} onSubmit={submit} aria-label="Assign User to League">
      <Combobox
        label="User"
        options={people}
        value={username}
        onChange={setUsername}
        disabled={disabled}
        problem={fieldErrors['username']}
        placeholder="Type a name"
      />
      <Field label="Assign to league" problem={fieldErrors['league']}>
        {(control) => (
          <select
            {...control}
            value={selectedLeague}
            disabled={disabled}
            onChange={(event) => setSelectedLeague(event.target.value)}
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
      <Field label="Role in the league" problem={fieldErrors['role']}>
        {(control) => (
          <select
            {...control}
            value={role}
            disabled={disabled}
            onChange={(event) =>
              setRole(LEAGUE_ROLES.find((name) => name === event.target.value) ?? 'player')
            }
          >
            {LEAGUE_ROLES.toReversed().map((name) => (
              <option key={name} value={name}>
                {ROLE_LABELS[name]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className={styles['footer']}>
        {validationMessage === null ? null : <Notice tone="bad">{validationMessage}</Notice>}
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

type Selection = { username: string; selectedLeague: string; hasLeagues: boolean }

/** The message for the first missing selection; null if nothing is missing. Texts: specification, 5 "Assign user". */
function missingSelectionMessage({ username, selectedLeague, hasLeagues }: Selection): string | null {
  if (!hasLeagues) return 'Select a league first.'
  if (selectedLeague === '') return 'Pick a league first.'
  return username === '' ? 'Pick a user first.' : null
}
