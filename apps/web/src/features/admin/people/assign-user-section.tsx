import { LEAGUE_ROLES, type LeagueRole } from '@fieldhouse/domain/league/roles'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { getFieldErrors } from '../../../api/api-error.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { MutationNotice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Combobox } from '../../../ui/forms/combobox.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import type { ComboboxOption } from '../../../ui/forms/option-search.ts'
import { peopleQuery, useAssignUser } from '../use-admin.ts'
import styles from './admin-forms.module.css'

type Props = {
  /** The leagues that the user manages. */
  leagues: readonly string[]
  /** The selected league; '' if none is selected. */
  league: string
  disabled: boolean
  /** Whether the user can list accounts. */
  canSeePeople: boolean
}

export function AssignUserSection({ canSeePeople, ...props }: Props) {
  const users = useQuery({ ...peopleQuery, enabled: canSeePeople })
  if (!canSeePeople) return <AssignUserForm {...props} people={[]} disabled />
  return (
    <Loaded query={users} name="users" rows={2} height={44}>
      {({ options }) => <AssignUserForm key={props.league} {...props} people={options} />}
    </Loaded>
  )
}

type AssignUserFormProps = Omit<Props, 'canSeePeople'> & { people: readonly ComboboxOption[] }

const ROLE_LABELS: Record<LeagueRole, string> = { admin: 'Admin', player: 'Player', viewer: 'Viewer' }

const ROLE_OPTIONS = LEAGUE_ROLES.toReversed().map((role) => ({ value: role, label: ROLE_LABELS[role] }))

/** The message for a field without a selection. */
type MissingSelection = { username?: string; league?: string }

/** Adds a user to a league or changes their role. */
function AssignUserForm({ people, leagues, league, disabled }: AssignUserFormProps) {
  const [username, setUsername] = useState('')
  const [selectedLeague, setSelectedLeague] = useState(leagues.includes(league) ? league : '')
  const [role, setRole] = useState<LeagueRole>('player')
  const [missing, setMissing] = useState<MissingSelection | null>(null)
  const assign = useAssignUser()
  const fieldErrors = getFieldErrors(assign.error)

  /** The first missing selection; null if nothing is missing. Source: specification, 5 "Assign user". */
  function findMissing(): MissingSelection | null {
    if (leagues.length === 0) return { league: 'Select a league first.' }
    if (selectedLeague === '') return { league: 'Pick a league first.' }
    return username === '' ? { username: 'Pick a user first.' } : null
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (disabled || assign.isPending) return
    const missingSelection = findMissing()
    setMissing(missingSelection)
    assign.reset()
    if (missingSelection !== null) return
    assign.mutate({ username, league: selectedLeague, role }, { onSuccess: () => setUsername('') })
  }

  return (
    <Form className={styles.form} onSubmit={submit} aria-label="Assign User to League">
      <Combobox
        label="User"
        options={people}
        value={username}
        onChange={setUsername}
        disabled={disabled}
        problem={missing?.username ?? fieldErrors['username']}
        placeholder="Type a name"
      />
      <SelectField
        label="Assign to league"
        options={[{ value: '', label: 'Pick a league' }, ...leagues]}
        value={selectedLeague}
        onChange={setSelectedLeague}
        problem={missing?.league ?? fieldErrors['league']}
        disabled={disabled}
      />
      <SelectField
        label="Role in the league"
        options={ROLE_OPTIONS}
        value={role}
        onChange={setRole}
        problem={fieldErrors['role']}
        disabled={disabled}
      />
      <div className={styles.footer}>
        <MutationNotice mutation={assign} fallback="Failed to assign" />
        <Button type="submit" variant="strong" disabled={disabled || assign.isPending}>
          {assign.isPending ? 'Assigning…' : 'Assign user'}
        </Button>
      </div>
    </Form>
  )
}
