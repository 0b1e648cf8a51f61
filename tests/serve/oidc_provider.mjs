// A real OpenID Connect provider for the sign-in tests: node oidc_provider.mjs STATE_FILE PORT
//
// STATE_FILE is JSON: jwks, and people by name with what their tokens say; it is read anew for each token.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const [state, port] = process.argv.slice(2)
const read = () => JSON.parse(readFileSync(state, 'utf8'))
const path = createRequire(`${process.cwd()}/x.js`).resolve('oidc-provider')
const { Provider } = await import(pathToFileURL(path).href)

const RESOURCES = {
  'https://okf.test/mcp': 'jwt',
  'https://okf.test/opaque': 'opaque',
  'https://other.test/mcp': 'jwt',
}

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: 'assistant',
      token_endpoint_auth_method: 'none',
      redirect_uris: ['http://127.0.0.1/callback'],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      application_type: 'native',
      id_token_signed_response_alg: read().alg,
    },
    {
      client_id: 'okf-server',
      client_secret: 'a secret of +200% &c.',
      redirect_uris: [],
      grant_types: [],
      response_types: [],
    },
  ],
  jwks: read().jwks,
  cookies: { keys: ['a key for tests'] },
  features: {
    devInteractions: { enabled: true },
    introspection: { enabled: true, allowedPolicy: async () => true },
    revocation: { enabled: true },
    resourceIndicators: {
      enabled: true,
      useGrantedResource: async () => true,
      defaultResource: async () => 'https://okf.test/mcp',
      getResourceServerInfo: async (_, resource) => ({
        scope: 'knowledge:read knowledge:write',
        audience: resource,
        accessTokenFormat: RESOURCES[resource] ?? 'jwt',
        jwt: { sign: { alg: read().alg } },
      }),
    },
  },
  findAccount: async (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  extraTokenClaims: async (_, token) => read().people[token.accountId],
})
const { createServer } = await import('node:http')
createServer(provider.callback()).listen(Number(port), '127.0.0.1', () => console.log('listening'))
