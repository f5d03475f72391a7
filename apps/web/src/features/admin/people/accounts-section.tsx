import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { getFieldErrors } from '../../../api/api-error.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { ErrorNotice, MutationNotice } from '../../../ui/feedback/notice.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Combobox } from '../../../ui/forms/combobox.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { type ComboboxOption, searchOptions } from '../../../ui/forms/option-search.ts'
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx'
import ui from '../../../ui/ui.module.css'
import {
  type Person,
  peopleQuery,
  useRemoveSecondFactors,
  useResetPassword,
  useSetDisabled,
  useSetStaff,
} from '../use-admin.ts'
import styles from './accounts-section.module.css'
import forms from './admin-forms.module.css'
import { ResetLink } from './reset-link.tsx'

/** All user accounts, shown to site staff. */
export function AccountsSection({ canSetStaff }: { canSetStaff: boolean }) {
  const users = useQuery(peopleQuery)
  return (
    <Loaded query={users} name="users" rows={4} height={52}>
      {({ people, options }) => (
        <>
          <AccountList people={people} canSetStaff={canSetStaff} />
          <div className={styles.reset}>
            <h3>Reset a password</h3>
            <ResetPasswordForm people={options} />
          </div>
        </>
      )}
    </Loaded>
  )
}

/** As many rows as fit in a card; the search field finds the rest. */
const MAX_ROWS = 12

type AccountListProps = { people: readonly Person[]; canSetStaff: boolean }

function AccountList({ people, canSetStaff }: AccountListProps) {
  const [search, setSearch] = useState('')
  const setStaff = useSetStaff()
  const setDisabled = useSetDisabled()
  const removeFactors = useRemoveSecondFactors()
  const { shown, total } = searchOptions(
    people.map(({ option }) => option),
    search,
    MAX_ROWS,
  )
  const byUsername = new Map(people.map((person) => [person.username, person]))

  return (
    <div className={ui.stack12}>
      <TextField
        label="Find a user"
        type="search"
        value={search}
        onChange={setSearch}
        autoComplete="off"
        autoCapitalize="none"
        hint={accountCountLabel(shown.length, total)}
      />
      {canSetStaff ? null : <p className={ui.note}>Only site admins can change who is site staff.</p>}
      <ErrorNotice error={setStaff.error} fallback="Failed" />
      <MutationNotice mutation={setDisabled} fallback="Failed" />
      <MutationNotice mutation={removeFactors} fallback="Failed" />
      {total === 0 ? (
        <EmptyState hint="Try a shorter name.">No users found.</EmptyState>
      ) : (
        <ul>
          {shown
            .flatMap(({ value }) => byUsername.get(value) ?? [])
            .map((person) => (
              <AccountRow
                key={person.username}
                person={person}
                disabled={!canSetStaff || setStaff.isPending}
                onSetStaff={(isStaff) => setStaff.mutate({ username: person.username, is_staff: isStaff })}
                onSetDisabled={
                  canSetStaff
                    ? (isDisabled) =>
                        setDisabled.mutate({ username: person.username, is_disabled: isDisabled })
                    : null
                }
                onRemoveFactors={canSetStaff ? () => removeFactors.mutate(person.username) : null}
              />
            ))}
        </ul>
      )}
    </div>
  )
}

function accountCountLabel(shown: number, total: number): string {
  const count = formatCount(total, 'account')
  return total > shown ? `Showing ${shown} of ${count}` : count
}

type AccountRowProps = {
  person: Person
  disabled: boolean
  onSetStaff: (isStaff: boolean) => void
  /** null if the user may not do so. */
  onSetDisabled: ((isDisabled: boolean) => void) | null
  /** null if the user may not do so. */
  onRemoveFactors: (() => void) | null
}

function AccountRow({ person, disabled, onSetStaff, onSetDisabled, onRemoveFactors }: AccountRowProps) {
  const { username, name, is_admin: isAdmin, is_staff: isStaff, is_disabled: isDisabled } = person
  return (
    <li className={`${ui.spread} ${styles.account}`}>
      <span className={ui.breakable}>
        <span className={ui.strong}>{username}</span>{' '}
        {name === username ? null : <span className={ui.note}>{name}</span>}{' '}
        {isAdmin ? <span className={ui.badge}>Site admin</span> : null}{' '}
        {isDisabled ? <span className={ui.badge}>Disabled</span> : null}
      </span>
      <div className={styles.staff}>
        <Checkbox
          label="Site staff"
          ariaLabel={`Site staff: ${username}`}
          checked={isStaff}
          disabled={disabled}
          onChange={onSetStaff}
        />
        <ResetLink username={username} />
        {onSetDisabled === null ? null : (
          <DisableButton username={username} isDisabled={isDisabled} onSetDisabled={onSetDisabled} />
        )}
        {onRemoveFactors === null ? null : (
          <ConfirmButton
            label={`Remove second factors of ${username}`}
            question={`Remove the second factors of ${username}?`}
            consequence="For people who have lost their passkeys and their authenticator app. They are signed out everywhere, sign in with their password alone, and are notified."
            confirmLabel="Remove"
            onConfirm={onRemoveFactors}
          >
            Remove second factors
          </ConfirmButton>
        )}
      </div>
    </li>
  )
}

type DisableButtonProps = {
  username: string
  isDisabled: boolean
  onSetDisabled: (isDisabled: boolean) => void
}

function DisableButton({ username, isDisabled, onSetDisabled }: DisableButtonProps) {
  const verb = isDisabled ? 'Enable' : 'Disable'
  return (
    <ConfirmButton
      label={`${verb} ${username}`}
      question={`${verb} ${username}?`}
      consequence={
        isDisabled
          ? 'They can sign in again.'
          : 'They are signed out everywhere and cannot sign in until you enable it again. What they have posted stays.'
      }
      confirmLabel={verb}
      onConfirm={() => onSetDisabled(!isDisabled)}
    >
      {verb}
    </ConfirmButton>
  )
}

/** In characters. Source: specification, 9. */
const MIN_PASSWORD_LENGTH = 8

const EMPTY_VALUES = { username: '', password: '', keepsTokens: false }

/** Sets a user's password, which ends their sessions, and their API tokens and secret addresses unless they are kept. */
function ResetPasswordForm({ people }: { people: readonly ComboboxOption[] }) {
  const [values, setValues] = useState(EMPTY_VALUES)
  const [showsErrors, setShowsErrors] = useState(false)
  const reset = useResetPassword()
  const fieldErrors = getFieldErrors(reset.error)
  const { username, password, keepsTokens } = values
  const isIncomplete = username === '' || password === ''
  const missing = showsErrors && isIncomplete ? 'Pick a user and enter a new password.' : undefined
  const isTooShort = password !== '' && password.length < MIN_PASSWORD_LENGTH

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (reset.isPending) return
    setShowsErrors(isIncomplete || isTooShort)
    reset.reset()
    if (isIncomplete || isTooShort) return
    reset.mutate(
      { username, new_password: password, keep_tokens: keepsTokens },
      { onSuccess: () => setValues(EMPTY_VALUES) },
    )
  }

  return (
    <Form className={forms.form} onSubmit={submit} aria-label="Reset a password">
      <Combobox
        label="Account"
        options={people}
        value={username}
        onChange={(user) => setValues({ ...values, username: user })}
        problem={username === '' ? missing : fieldErrors['username']}
        placeholder="Type a name"
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={(text) => setValues({ ...values, password: text })}
        problem={
          showsErrors && isTooShort
            ? `Password must be at least ${MIN_PASSWORD_LENGTH} characters.`
            : username === ''
              ? fieldErrors['new_password']
              : (missing ?? fieldErrors['new_password'])
        }
        hint="Signs them out everywhere. Share it privately."
      />
      <div className={forms.footer}>
        <Checkbox
          label="Keep their API tokens and calendar and feed addresses"
          checked={keepsTokens}
          onChange={(isKept) => setValues({ ...values, keepsTokens: isKept })}
        />
        <MutationNotice mutation={reset} fallback="Failed" />
        <Button type="submit" variant="strong" disabled={reset.isPending}>
          {reset.isPending ? 'Saving…' : 'Reset password'}
        </Button>
      </div>
    </Form>
  )
}
