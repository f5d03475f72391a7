import { type RefObject, type SubmitEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import forms from './forms.module.css'
import { signInErrorMessage } from './sign-in-error-message.ts'
import { useSignIn } from './use-auth.ts'

type Props = {
  usernameField: RefObject<HTMLInputElement | null>
  /** Whether a new password was just set with a reset code. */
  isReset: boolean
  onSignedIn: () => void
}

export function SignInForm({ usernameField, isReset, onSignedIn }: Props) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useSignIn(onSignedIn)
  const canSend = username !== '' && password !== '' && !signIn.isPending

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (canSend) signIn.mutate({ username, password })
  }

  return (
    <form className={forms['form']} onSubmit={send} aria-label="Sign in">
      {isReset ? <Notice tone="good">Password updated. You can sign in now.</Notice> : null}
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
      <Button type="submit" variant="strong" disabled={!canSend}>
        {signIn.isPending ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  )
}
