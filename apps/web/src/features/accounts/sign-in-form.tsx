import { type RefObject, type SubmitEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import forms from './forms.module.css'
import { signInErrorMessage } from './sign-in-error-message.ts'
import { useSignIn } from './use-auth.ts'

type Props = {
  usernameField: RefObject<HTMLInputElement | null>
  /** Whether the user has just set a new password with a reset code. */
  isPasswordReset: boolean
  onSignedIn: () => void
}

export function SignInForm({ usernameField, isPasswordReset, onSignedIn }: Props) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useSignIn(onSignedIn)
  const canSubmit = username !== '' && password !== '' && !signIn.isPending

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (canSubmit) signIn.mutate({ username, password })
  }

  return (
    <form className={forms['form']} onSubmit={submit} aria-label="Sign in">
      {isPasswordReset ? <Notice tone="good">Password updated. You can sign in now.</Notice> : null}
      <TextField
        ref={usernameField}
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={setUsername}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      {signIn.isError ? <Notice tone="bad">{signInErrorMessage(signIn.error)}</Notice> : null}
      <Button type="submit" variant="strong" disabled={!canSubmit}>
        {signIn.isPending ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  )
}
