import type { ComponentProps } from 'react'
import { TextField } from '../../../ui/forms/field.tsx'
import { RadioGroup } from '../../../ui/forms/radio-group.tsx'

const ROLE_OPTIONS = [
  { value: 'user', label: 'User' },
  { value: 'admin', label: 'Admin' },
] as const

type Role = (typeof ROLE_OPTIONS)[number]['value']

type Props = {
  role: Role
  onRoleChange: (role: Role) => void
  /** The field of the admin signup code, which is shown for admins only. */
  code: Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'onChange' | 'problem'>
}

/** The choice between a user and an admin at registration. */
export function RoleFields({ role, onRoleChange, code }: Props) {
  return (
    <>
      <RadioGroup label="Role" options={ROLE_OPTIONS} value={role} onChange={onRoleChange} />
      {role === 'admin' ? (
        <TextField
          label="Admin signup code"
          autoComplete="off"
          spellCheck={false}
          hint="Ask the person who runs this site for it."
          {...code}
        />
      ) : null}
    </>
  )
}
