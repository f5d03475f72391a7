import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { siteQuery } from '../../api/operations.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { RadioGroup } from '../../ui/forms/radio-group.tsx'
import type { FormState } from '../../ui/forms/use-form.tsx'
import { Fill, Row } from '../../ui/layout/layout.tsx'

/** The hint next to a new password. Source: decisions, 2 "Registration". */
const PASSWORD_RULE = 'At least 8 characters, and not one of the most common passwords.'

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'autoComplete'> & { label?: string }

export function UsernameField({ label = 'Username', ...props }: Props) {
  return (
    <TextField
      name="username"
      {...props}
      label={label}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

export function CurrentPasswordField({ label = 'Current password', ...props }: Props) {
  return <TextField {...props} label={label} type="password" autoComplete="current-password" />
}

export function NewPasswordField({ label = 'New password', ...props }: Props) {
  return (
    <TextField {...props} label={label} type="password" autoComplete="new-password" hint={PASSWORD_RULE} />
  )
}

type KeepTokensProps = Pick<ComponentProps<typeof Checkbox>, 'checked' | 'onChange'>

export function KeepTokensCheckbox(props: KeepTokensProps) {
  return (
    <Checkbox
      label="Keep my API tokens and calendar and feed addresses"
      note="Leave it off if somebody else may know your password."
      {...props}
    />
  )
}

export type PersonName = { first_name: string; last_name: string }

export function NameFields({ form }: { form: FormState<PersonName> }) {
  return (
    <Row gap={3} align="start">
      <Fill>
        <TextField {...form.field('first_name')} label="First name" autoComplete="given-name" />
      </Fill>
      <Fill>
        <TextField {...form.field('last_name')} label="Last name" autoComplete="family-name" />
      </Fill>
    </Row>
  )
}

const ROLE_OPTIONS = [
  { value: 'user', label: 'User' },
  { value: 'admin', label: 'Admin' },
] as const

export type RoleChoice = { role: (typeof ROLE_OPTIONS)[number]['value']; admin_code: string }

export function RoleFields({ form }: { form: FormState<RoleChoice> }) {
  const { data: site } = useQuery(siteQuery)
  return (
    <>
      <RadioGroup {...form.field('role')} label="Role" options={ROLE_OPTIONS} />
      {form.draft.role === 'admin' ? (
        <TextField
          {...form.field('admin_code')}
          label="Admin signup code"
          autoComplete="off"
          spellCheck={false}
          hint={
            site?.needs_admin === true
              ? 'The server printed it when it started. It is also in the file admin-signup-code of its data folder, and npm run admin -- signup-code prints it.'
              : 'Ask the person who runs this site for it.'
          }
        />
      ) : null}
    </>
  )
}
