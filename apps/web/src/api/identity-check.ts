type IdentityCheck = () => Promise<boolean>

let check: IdentityCheck | null = null
let pending: Promise<boolean> | null = null

export function onIdentityCheck(newCheck: IdentityCheck): () => void {
  check = newCheck
  return () => {
    if (check === newCheck) check = null
  }
}

/** Asks the user to prove who they are. Requests that wait at the same time share one question. */
export function askForIdentity(): Promise<boolean> {
  if (check === null) return Promise.resolve(false)
  pending ??= check().finally(() => {
    pending = null
  })
  return pending
}
