import { useState } from 'react'
import { getErrorMessage } from '../../api/api-error.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { searchOptions } from '../../ui/option-search.ts'
import { TextField } from '../../ui/text-field.tsx'
import styles from './account-list.module.css'
import { type Person, useSetStaff } from './use-people.ts'

/** As many rows as fit in a card; the search field finds the rest. */
const MAX_ROWS = 12

type Props = { people: readonly Person[]; canSetStaff: boolean }

export function AccountList({ people, canSetStaff }: Props) {
  const [search, setSearch] = useState('')
  const setStaff = useSetStaff()
  const { shown, total } = searchOptions(
    people.map(({ option }) => option),
    search,
    MAX_ROWS,
  )
  const byUsername = new Map(people.map((person) => [person.username, person]))

  return (
    <div className={styles['accounts']}>
      <TextField
        label="Find a user"
        type="search"
        value={search}
        onChange={setSearch}
        autoComplete="off"
        autoCapitalize="none"
        hint={accountCountLabel(shown.length, total)}
      />
      {canSetStaff ? null : <p className={styles['hint']}>Only site admins can change who is site staff.</p>}
      {setStaff.isError ? <Notice tone="bad">{getErrorMessage(setStaff.error, 'Failed')}</Notice> : null}
      {total === 0 ? (
        <EmptyState hint="Try a shorter name.">No users found.</EmptyState>
      ) : (
        <ul className={styles['list']}>
          {shown.map(({ value }) => (
            <AccountRow
              key={value}
              person={byUsername.get(value)}
              disabled={!canSetStaff || setStaff.isPending}
              onSetStaff={(username, isStaff) => setStaff.mutate({ username, is_staff: isStaff })}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function accountCountLabel(shown: number, total: number): string {
  const count = total.toLocaleString('en')
  if (total > shown) return `Showing ${shown} of ${count} accounts`
  return total === 1 ? '1 account' : `${count} accounts`
}

type AccountRowProps = {
  person: Person | undefined
  disabled: boolean
  onSetStaff: (username: string, isStaff: boolean) => void
}

function AccountRow({ person, disabled, onSetStaff }: AccountRowProps) {
  if (person === undefined) return null
  const { username, name, is_admin: isAdmin, is_staff: isStaff } = person
  return (
    <li className={styles['account']}>
      <span className={styles['person']}>
        <span className={styles['username']}>{username}</span>{' '}
        {name === username ? null : <span className={styles['name']}>{name}</span>}{' '}
        {isAdmin ? <span className={styles['badge']}>Site admin</span> : null}
      </span>
      <div className={styles['staff']}>
        <Checkbox
          label="Site staff"
          ariaLabel={`Site staff: ${username}`}
          checked={isStaff}
          disabled={disabled}
          onChange={(next) => onSetStaff(username, next)}
        />
      </div>
    </li>
  )
}
