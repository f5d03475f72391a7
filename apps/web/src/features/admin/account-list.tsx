import { useState } from 'react'
import { messageOf } from '../../api/call-error.ts'
import { Empty } from '../../ui/empty.tsx'
import { matching } from '../../ui/matching.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Tick } from '../../ui/tick.tsx'
import styles from './account-list.module.css'
import { type Person, useSetStaff } from './use-people.ts'

/** A card's worth; the field above finds the rest. */
const MOST = 12

type Props = { persons: readonly Person[]; canSetStaff: boolean }

export function AccountList({ persons, canSetStaff }: Props) {
  const [text, setText] = useState('')
  const setStaff = useSetStaff()
  const { shown, total } = matching(
    persons.map(({ option }) => option),
    text,
    MOST,
  )
  const byUsername = new Map(persons.map((person) => [person.username, person]))

  return (
    <div className={styles['accounts']}>
      <TextField
        label="Find a user"
        type="search"
        value={text}
        onChange={setText}
        autoComplete="off"
        autoCapitalize="none"
        hint={`${total.toLocaleString('en')} ${total === 1 ? 'account' : 'accounts'}${total > shown.length ? `, ${shown.length} shown` : ''}`}
      />
      {canSetStaff ? null : <p className={styles['reason']}>Only a site admin changes who is site staff.</p>}
      {setStaff.isError ? <Notice tone="bad">{messageOf(setStaff.error, 'Failed')}</Notice> : null}
      {total === 0 ? (
        <Empty hint="Type less of the name.">Nobody found.</Empty>
      ) : (
        <ul className={styles['list']}>
          {shown.map(({ value }) => (
            <Account
              key={value}
              person={byUsername.get(value)}
              disabled={!canSetStaff || setStaff.isPending}
              onStaff={(username, isStaff) => setStaff.mutate({ username, is_staff: isStaff })}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

type AccountProps = {
  person: Person | undefined
  disabled: boolean
  onStaff: (username: string, isStaff: boolean) => void
}

function Account({ person, disabled, onStaff }: AccountProps) {
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
        <Tick
          label="Site staff"
          name={`Site staff: ${username}`}
          isOn={isStaff}
          disabled={disabled}
          onChange={(next) => onStaff(username, next)}
        />
      </div>
    </li>
  )
}
