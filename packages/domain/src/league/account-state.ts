/** Somebody has proved who they are, but a site admin has disabled their account. */
export class AccountDisabledError extends Error {
  override name = 'AccountDisabledError'

  constructor() {
    super('the account is disabled')
  }
}
