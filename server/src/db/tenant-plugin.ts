import {
  AndNode,
  AliasNode,
  BinaryOperationNode,
  ColumnNode,
  type CommonTableExpressionNode,
  type DeleteQueryNode,
  IdentifierNode,
  type InsertQueryNode,
  type JoinNode,
  type KyselyPlugin,
  OnNode,
  OperationNodeTransformer,
  type OnConflictNode,
  type OperationNode,
  OperatorNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PrimitiveValueListNode,
  type QueryResult,
  ReferenceNode,
  type RootOperationNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  type UnknownRow,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely';

/** Tables without a tenant; every other table has tenant_id. */
const shared = new Set(['tenant', 'tenant_host']);

/** Net 1 of tenancy. Only tests switch it off, to show that row-level security (net 2) holds alone. */
export const tenantNet = { predicate: true };

/** Adds `x.tenant_id = $tenant` for every table of a query and fills it on insert. Takes the tenant's id or a placeholder. */
export class TenantPlugin implements KyselyPlugin {
  readonly #tenantId: unknown;
  constructor(tenantId: unknown) {
    this.#tenantId = tenantId;
  }
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return new TenantTransformer(this.#tenantId).transformNode(node);
  }
  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}

class TenantTransformer extends OperationNodeTransformer {
  readonly #tenantId: unknown;
  readonly #ctes = new Set<string>();
  constructor(tenantId: unknown) {
    super();
    this.#tenantId = tenantId;
  }

  /** The name of a tenant table in the query; undefined for subqueries, CTEs and shared tables. */
  #nameOf(node: OperationNode): string | undefined {
    if (AliasNode.is(node)) {
      const alias = IdentifierNode.is(node.alias) ? node.alias.name : undefined;
      return alias && this.#nameOf(node.node) ? alias : undefined;
    }
    if (!TableNode.is(node)) return undefined;
    const name = node.table.identifier.name;
    return shared.has(name) || this.#ctes.has(name) ? undefined : name;
  }

  #predicate(name: string): OperationNode {
    return BinaryOperationNode.create(
      ReferenceNode.create(ColumnNode.create('tenant_id'), TableNode.create(name)),
      OperatorNode.create('='),
      ValueNode.create(this.#tenantId),
    );
  }

  #where(where: WhereNode | undefined, tables: readonly OperationNode[]): WhereNode | undefined {
    if (!tenantNet.predicate) return where;
    return tables.reduce((all: WhereNode | undefined, table) => {
      const name = this.#nameOf(table);
      if (!name) return all;
      return all
        ? WhereNode.create(AndNode.create(all.where, this.#predicate(name)))
        : WhereNode.create(this.#predicate(name));
    }, where);
  }

  protected override transformCommonTableExpression(node: CommonTableExpressionNode): CommonTableExpressionNode {
    this.#ctes.add(node.name.table.table.identifier.name);
    return super.transformCommonTableExpression(node);
  }

  // The WITH clause is read before the tables, so that its names are known.
  #readCtes(node: { with?: { expressions: readonly CommonTableExpressionNode[] } }) {
    for (const e of node.with?.expressions ?? []) this.#ctes.add(e.name.table.table.identifier.name);
  }

  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    this.#readCtes(node);
    const out = super.transformSelectQuery(node);
    const where = this.#where(out.where, node.from?.froms ?? []);
    return where ? { ...out, where } : out;
  }

  protected override transformJoin(node: JoinNode): JoinNode {
    const out = super.transformJoin(node);
    const name = tenantNet.predicate ? this.#nameOf(node.table) : undefined;
    if (!name) return out;
    const predicate = this.#predicate(name);
    return { ...out, on: OnNode.create(out.on ? AndNode.create(out.on.on, predicate) : predicate) };
  }

  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    this.#readCtes(node);
    const out = super.transformUpdateQuery(node);
    const where = this.#where(out.where, [...(node.table ? [node.table] : []), ...(node.from?.froms ?? [])]);
    return where ? { ...out, where } : out;
  }

  protected override transformDeleteQuery(node: DeleteQueryNode): DeleteQueryNode {
    this.#readCtes(node);
    const out = super.transformDeleteQuery(node);
    const where = this.#where(out.where, [...node.from.froms, ...(node.using?.tables ?? [])]);
    return where ? { ...out, where } : out;
  }

  // Filled even when the switch is off: a row without a tenant cannot be stored.
  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    this.#readCtes(node);
    const out = super.transformInsertQuery(node);
    const { values } = out;
    if (!out.into || !this.#nameOf(out.into) || !out.columns || !values) return out;
    if (out.columns.some((c) => c.column.name === 'tenant_id')) return out;
    const columns = [ColumnNode.create('tenant_id'), ...out.columns];
    if (SelectQueryNode.is(values)) {
      const value = AliasNode.create(ValueNode.create(this.#tenantId), IdentifierNode.create('tenant_id'));
      const query: SelectQueryNode = {
        ...values,
        selections: [SelectionNode.create(value), ...(values.selections ?? [])],
      };
      return { ...out, columns, values: query };
    }
    if (!ValuesNode.is(values)) return out;
    return {
      ...out,
      columns,
      values: ValuesNode.create(
        values.values.map((row) =>
          PrimitiveValueListNode.is(row)
            ? PrimitiveValueListNode.create([this.#tenantId, ...row.values])
            : ValueListNode.create([ValueNode.create(this.#tenantId), ...row.values]),
        ),
      ),
    };
  }

  protected override transformOnConflict(node: OnConflictNode): OnConflictNode {
    const out = super.transformOnConflict(node);
    if (!out.columns || out.columns.some((c) => c.column.name === 'tenant_id')) return out;
    return { ...out, columns: [ColumnNode.create('tenant_id'), ...out.columns] };
  }
}
