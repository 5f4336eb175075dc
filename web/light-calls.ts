import { endpoints } from '@keyward/contract/endpoints';
import { can } from '@keyward/contract/permissions';
import type { Plugin } from 'vite';

const built = new Set(['CallExpression', 'NewExpression', 'ObjectExpression', 'ArrayExpression']);

/**
 * In the production build, endpoint objects come without their schemas: the portal needs the method, the address and
 * the rule of a call, and zod would weigh a quarter of the sign-in page. Forms import their schemas as written, and
 * the development server keeps everything, so that replies are checked there. For the same reason what a contract file
 * builds at its top level is marked pure: a list that uses one function of a file does not load the file's schemas.
 */
export function lightCalls(): Plugin {
  const areas = new Map<string, string[]>();
  for (const [name, { method, path, needs, etag }] of Object.entries(endpoints)) {
    const [area = '', call = ''] = name.split('.');
    const rule = typeof needs === 'string' ? JSON.stringify(needs) : `can.${needs.name}`;
    if (typeof needs !== 'string' && !(needs.name in can)) throw new Error(`${name} needs an unnamed rule`);
    const entry = `${call}:{method:${JSON.stringify(method)},path:${JSON.stringify(path)},needs:${rule}${etag ? ',etag:true' : ''}}`;
    areas.set(area, [...(areas.get(area) ?? []), entry]);
  }
  const prefix = '\0calls:';
  const imports = /import\s*\{([^}]*)\}\s*from\s*'@keyward\/contract\/([\w-]+)';/g;
  return {
    name: 'light-calls',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith('calls:') ? prefix + source.slice(6) : null),
    load(id) {
      if (!id.startsWith(prefix)) return null;
      const area = id.slice(prefix.length);
      const calls = areas.get(area)?.join(',') ?? '';
      const rules = calls.includes(':can.') ? `import { can } from '@keyward/contract/permissions';` : '';
      return `${rules}export const ${area} = {${calls}};`;
    },
    transform(code, id) {
      if (/\/contract\/src\/[\w-]+\.ts$/.test(id)) {
        let marked = code;
        const { body } = this.parse(code, { lang: 'ts' });
        for (const statement of body.toReversed()) {
          const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
          if (declared?.type !== 'VariableDeclaration') continue;
          for (const { init } of declared.declarations.toReversed()) {
            if (!init || !built.has(init.type)) continue;
            const text = marked.slice(init.start, init.end);
            marked = `${marked.slice(0, init.start)}/* @__PURE__ */ (() => (${text}))()${marked.slice(init.end)}`;
          }
        }
        return marked;
      }
      if (!/\/web\/src\/.*\.tsx?$/.test(id)) return null;
      return code.replace(imports, (statement, names: string, file: string) => {
        const list = names.split(',').map((n) => n.trim());
        // under its own name or another: `views as calls`
        const calls = list.find((name) => name === file || name.startsWith(`${file} as `));
        if (!areas.has(file) || !calls) return statement;
        const rest = list.filter((name) => name && name !== calls).join(', ');
        return `import { ${calls} } from 'calls:${file}';${rest ? `import { ${rest} } from '@keyward/contract/${file}';` : ''}`;
      });
    },
  };
}
