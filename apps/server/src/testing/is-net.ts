/** Whether this is `npm run test:all`, the net behind the gate. */
export const IS_NET = process.env['TEST_SCOPE'] === 'all'
